use matenro::notation::{builtin, sfen, usi};
use matenro::rules::{Position, Rules};
use matenro::search::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let rules: Rules = args.get(2).map_or(Rules::HISTORIC, |r| r.parse().unwrap());
    for p in builtin::find(&args[1]).unwrap() {
        let mut pos = Position::new(&p.setup, rules).unwrap();
        println!("{} claimed {:?}", p.id, p.claimed_plies);
        for (i, m) in p.solution.iter().enumerate() {
            if i % 2 == 0 {
                let s = solve(
                    &pos,
                    &Limits { expansions: Some(200000), ..Limits::default() },
                    &Control::default(),
                );
                match s {
                    Ok(s) => println!(
                        "ply {} {:?} {:?} first {:?} exp {} | {}",
                        i,
                        s.verdict,
                        s.at_most,
                        s.line.first(),
                        s.expanded,
                        sfen::write(&pos.setup(), &rules)
                    ),
                    Err(e) => println!("{e}"),
                }
            }
            let legal = pos.legal_moves();
            let Some(mv) = usi::resolve(m, &pos.setup(), rules.variant, &legal) else {
                println!("illegal {m}");
                break;
            };
            let ok =
                if i % 2 == 0 { pos.checks().contains(&mv) } else { pos.evasions().contains(&mv) };
            println!("   {} {}", m, if ok { "" } else { "NOT check/evasion" });
            pos.make(mv);
        }
        println!("final evasions {:?}", pos.evasions());
    }
}
