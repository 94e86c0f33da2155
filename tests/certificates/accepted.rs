//! What is true is accepted, from two producers that share nothing but the grammar.

use matenro::check::check;
use matenro::notation::sfen;
use matenro::proof::{Claim, NEVER, file};
use matenro::rules::{Position, Rules};
use matenro::search::certificate::{CertificateError, write};
use matenro::search::exhaustive::Exhaustive;

use super::support::*;

#[test]
fn certificates_of_published_mates_establish_the_published_length() {
    for id in MATES {
        let established = certificate_of(id).check().unwrap();
        assert_eq!(established.header.claims, [Claim::Exactly(published_plies(id))], "{id}");
        assert_eq!(established.header.root, position(id, Rules::HISTORIC).setup());
    }
}

#[test]
fn certificates_that_there_is_no_mate_are_accepted() {
    for id in NO_MATES {
        let certificate = certificate_of(id);
        assert_eq!(certificate.check().unwrap().header.claims, [Claim::NoMate], "{id}");
        assert!(certificate.nodes.iter().all(|node| node.lo == NEVER), "only what the claim needs");
    }
}

#[test]
fn a_weaker_claim_makes_a_smaller_certificate() {
    for id in ["tsumechu-006", "kinuburui-32"] {
        let position = position(id, Rules::HISTORIC);
        let (_, evidence) = solved(&position);
        let nodes =
            |claim| check(written(&evidence, &position, &[claim]).as_bytes()).unwrap().nodes;
        let plies = published_plies(id);
        let exactly = nodes(Claim::Exactly(plies));
        let at_most = nodes(Claim::AtMost(plies));
        let not_within = nodes(Claim::NotWithin(plies - 2));
        assert!(at_most < exactly && not_within < exactly, "{at_most} {not_within} {exactly}");
        assert!(nodes(Claim::NotWithin(1)) == 1 && nodes(Claim::NotWithin(3)) < not_within);
    }
}

#[test]
fn exhaustive_enumeration_writes_certificates_of_the_same_claims() {
    for id in ["tsumechu-041", "tsumechu-082"] {
        let position = position(id, Rules::HISTORIC);
        let all = Exhaustive::new(&position.setup(), Rules::HISTORIC, 2_000).unwrap();
        let plies = all.length(&position.setup()).unwrap();
        assert_eq!(plies, published_plies(id), "{id}");
        let text = written(&all, &position, &[Claim::Exactly(plies)]);
        let established = check(text.as_bytes()).unwrap();
        assert_eq!(established.header, certificate_of(id).header, "{id}");
    }
}

#[test]
fn the_same_proof_gives_the_same_bytes_also_when_compressed() {
    let position = position("tsumechu-006", Rules::HISTORIC);
    let claims = [Claim::AtMost(11), Claim::NotWithin(9), Claim::AtMost(11)];
    let bytes = |claims: &[Claim]| {
        let (_, evidence) = solved(&position);
        let (zipped, _) = write(&evidence, &position, claims, file::zip(Vec::new())).unwrap();
        zipped.finish().unwrap().into_inner().unwrap()
    };
    let first = bytes(&claims);
    assert_eq!(first, bytes(&claims));
    assert_eq!(first, bytes(&[claims[1].clone(), claims[0].clone()]), "the order is not ours");
    let established = check(file::unzip(&first[..])).unwrap();
    assert_eq!(established.header.claims, [claims[0].clone(), claims[1].clone()]);
}

#[test]
fn what_is_not_proved_is_not_written() {
    let position = position("tsumechu-006", Rules::HISTORIC);
    let (_, evidence) = solved(&position);
    for claim in [Claim::AtMost(9), Claim::Exactly(9), Claim::NotWithin(11), Claim::NoMate] {
        let result = write(&evidence, &position, &[claim], Vec::new());
        assert!(matches!(result, Err(CertificateError::NotProved { .. })));
    }
}

#[test]
fn barred_pieces_and_the_counter_strike_square_are_part_of_a_position() {
    // Rules and position: a set that bars pieces, a lion just taken on 6f.
    let sfen = "k11/12/G11/R11/12/6b5/12/12/12/12/12/12 b 6f 1 12c";
    let rules = Rules::MSM;
    let setup = sfen::parse(sfen, rules.variant).unwrap().setup;
    let position = Position::new(&setup, rules).unwrap();
    let (_, evidence) = solved(&position);
    let text = written(&evidence, &position, &[Claim::Exactly(1)]);
    assert!(text.contains(&format!("\n{sfen}\t..1\t")), "{text}");
    check(text.as_bytes()).unwrap();
    let other = text.replace(
        "root k11/12/G11/R11/12/6b5/12/12/12/12/12/12 b 6f",
        "root k11/12/G11/R11/12/6b5/12/12/12/12/12/12 b -",
    );
    let unmarked = sfen.replace("6f", "-");
    assert_eq!(missing(check(other.as_bytes())), unmarked);
}
