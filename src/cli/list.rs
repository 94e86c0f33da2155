use super::args::ListArgs;
use super::status::Status;
pub fn run(_args: &ListArgs) -> anyhow::Result<Status> {
    Ok(Status::Established)
}
