use matenro::notation::sfen;
use matenro::rules::{Position, Rules, variant::CHU};
use matenro::search::*;
use rayon::prelude::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let budget: u64 = args[1].parse().unwrap();
    let pat = args.get(2).cloned().unwrap_or_default();
    let mut rows = Vec::new();
    for f in ["kinuburui", "tsukurimono-1663", "tsukurimono-1746", "tsumechu-modern", "msm-dewitt"]
    {
        let t = std::fs::read_to_string(format!("problems/{f}.csv")).unwrap();
        for r in csv::Reader::from_reader(t.as_bytes()).records() {
            let r = r.unwrap();
            if r[0].starts_with(&pat) && (args.len() < 4 || r[0] == *pat) {
                rows.push((r[0].to_owned(), r[3].to_owned(), r[4].to_owned()));
            }
        }
    }
    let t0 = std::time::Instant::now();
    let res: Vec<_> = rows
        .par_iter()
        .map(|(id, s, cl)| {
            let p = Position::new(&sfen::parse(s, &CHU).unwrap().setup, Rules::HISTORIC).unwrap();
            let sol = solve(
                &p,
                &Limits { expansions: Some(budget), time: None, memory_bytes: Some(6 << 30) },
                &Control::default(),
            );
            match &sol {
                Ok(s) => println!(
                    "{id}\tclaim {cl}\t{:?}\t{:?}\texp {}\tnodes {}\t{:.3}s\t{:.0}/s",
                    s.verdict,
                    s.at_most.map(|p| p.0),
                    s.expanded,
                    s.nodes,
                    s.elapsed.as_secs_f64(),
                    s.expanded as f64 / s.elapsed.as_secs_f64()
                ),
                Err(e) => println!("{id}\t{e}"),
            }
            (id.clone(), sol)
        })
        .collect();
    let mut c = [0; 4];
    let mut e = 0;
    for (_, s) in &res {
        match s {
            Ok(s) => {
                e += s.expanded;
                match s.verdict {
                    Verdict::Mate => c[0] += 1,
                    Verdict::NoMate => c[1] += 1,
                    Verdict::Unknown(_) => c[2] += 1,
                }
            }
            Err(_) => c[3] += 1,
        }
    }
    println!(
        "mate {} nomate {} unknown {} err {} total exp {e} time {:.1}s",
        c[0],
        c[1],
        c[2],
        c[3],
        t0.elapsed().as_secs_f64()
    );
}
