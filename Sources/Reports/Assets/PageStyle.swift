/// The style of a report: on a screen, light or dark, at any width, and on paper.
enum PageStyle {
    /// The style sheet.
    static let text: StaticString = #"""
        :root {
            color-scheme: light dark;
            --paper: #fdfcf9; --ink: #1f2328; --quiet: #5c6570; --line: #dcdad2; --tint: #f3f1ea; --mark: #1d5fa8;
            --good: #1a7040; --bad: #b3261e; --open: #8a5a00;
            --a1: #1d5fa8; --a2: #c26a1b; --a3: #2f7d5b; --a4: #7a4a9c;
        }
        @media (prefers-color-scheme: dark) {
            :root {
                --paper: #15181c; --ink: #e6e4de; --quiet: #9aa3ad; --line: #343a41; --tint: #1e2227; --mark: #7db3ee;
                --good: #6cc493; --bad: #f2877f; --open: #e0b25c;
                --a1: #7db3ee; --a2: #eda461; --a3: #79c6a2; --a4: #c59be3;
            }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
            margin: 0 auto; padding: 2.5rem 1.25rem 5rem; max-width: 50rem; background: var(--paper); color: var(--ink);
            font: 1rem/1.55 system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; overflow-wrap: anywhere;
        }
        h1 { margin: .2rem 0 .6rem; font-size: 1.9rem; line-height: 1.2; text-wrap: balance; }
        h2 { margin: 3rem 0 .8rem; padding-top: .9rem; border-top: 2px solid var(--ink); font-size: 1.3rem; line-height: 1.3; }
        h3 { margin: 2rem 0 .6rem; font-size: 1.05rem; }
        p { margin: .5rem 0; }
        a { color: var(--mark); }
        .kind { margin: 0; color: var(--quiet); font-size: .85rem; letter-spacing: .06em; text-transform: uppercase; }
        .lead { font-size: 1.1rem; }
        .quiet, .exact, figcaption, caption { color: var(--quiet); font-size: .875rem; }
        .code, .at, code, textarea { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; }
        dl { margin: 1rem 0; }
        dl.facts > div, dl.head > div { display: grid; grid-template-columns: 8.5rem 1fr; gap: .2rem 1rem; padding: .3rem 0; border-top: 1px solid var(--line); }
        dl.head > div { grid-template-columns: 6rem 1fr; padding: .1rem 0; border: 0; }
        dt { color: var(--quiet); }
        dd { margin: 0; min-width: 0; }
        nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 1.2rem 0; padding: 0; list-style: none; }
        .day > h3 { position: sticky; top: 0; z-index: 1; margin-bottom: .4rem; padding: .4rem 0; background: var(--paper); border-bottom: 1px solid var(--line); }
        .day { content-visibility: auto; contain-intrinsic-size: auto 20rem; }
        .act { display: grid; grid-template-columns: 4.2rem 1fr; gap: 0 1rem; padding: .9rem 0; border-bottom: 1px solid var(--line); break-inside: avoid-page; }
        .act > .when { grid-row: 1 / span 9; margin: 0; font-variant-numeric: tabular-nums; font-weight: 600; }
        .act > * { grid-column: 2; min-width: 0; }
        .act > .when { grid-column: 1; }
        .act > .who { margin: 0; }
        .act > .who b { font-weight: 650; }
        .act > .why { margin: .1rem 0 .2rem; font-style: italic; }
        .act > .meta { margin: .3rem 0 0; }
        .act > .note { margin: .3rem 0 0; padding: .1rem .6rem; border-left: .2rem solid var(--open); background: var(--tint); font-size: .9rem; }
        .paper { display: none; }
        ol.what { margin: .3rem 0 0; padding: 0; list-style: none; }
        ol.what > li { position: relative; padding: .1rem 0 .1rem 1rem; }
        ol.what > li::before { content: "–"; position: absolute; left: 0; color: var(--quiet); }
        .erased { color: var(--open); }
        ul.fields { margin: .1rem 0 .4rem; padding: 0; list-style: none; font-size: .875rem; color: var(--quiet); }
        ul.fields i { font-style: normal; margin-right: .5rem; }
        ul.fields del { text-decoration: none; }
        ul.fields ins { color: var(--ink); text-decoration: none; }
        details > summary { cursor: pointer; }
        details.more > summary { padding: .15rem 0; color: var(--mark); }
        .at { margin-left: .4rem; padding: 0 .3rem; border: 0; border-radius: .2rem; background: none; color: var(--quiet); }
        button.at { cursor: pointer; text-decoration: underline dotted; }
        .bytes { margin: .4rem 0; padding: .6rem .8rem; background: var(--tint); white-space: pre-wrap; font: .8rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
        caption { text-align: left; padding: .3rem 0; }
        th, td { padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
        thead th { border-bottom-color: var(--ink); font-weight: 600; overflow-wrap: normal; }
        th.n, td.n { text-align: right; }
        td { overflow-wrap: break-word; }
        figure { margin: 1.2rem 0; }
        svg { display: block; width: 100%; height: auto; }
        svg text { fill: var(--quiet); font-size: 11px; font-family: inherit; }
        svg .axis { stroke: var(--line); }
        svg .s1 { fill: var(--a1); } svg .s2 { fill: var(--a2); } svg .s3 { fill: var(--a3); } svg .s4 { fill: var(--a4); }
        svg .hatch { stroke: var(--paper); stroke-width: 2; }
        .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .3rem 0; padding: 0; list-style: none; font-size: .875rem; }
        .legend svg { display: inline-block; width: 1rem; height: .8rem; margin-right: .4rem; }
        .mail { margin: 1.5rem 0; padding: 1rem 1.2rem; border: 1px solid var(--line); border-radius: .4rem; }
        .mail h3 { margin: 0 0 .5rem; }
        .mail dl { margin: .4rem 0; font-size: .9rem; }
        .body { margin-top: .8rem; padding-top: .8rem; border-top: 1px solid var(--line); white-space: pre-wrap; }
        #check { margin: 1.5rem 0 2.5rem; padding: 1rem 1.2rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--tint); }
        #check h2 { margin: 0 0 .4rem; padding: 0; border: 0; font-size: 1.1rem; }
        #check label { display: block; margin: .8rem 0 .3rem; }
        #check textarea { display: block; width: 100%; padding: .5rem; border: 1px solid var(--quiet); border-radius: .3rem; background: var(--paper); color: inherit; resize: vertical; }
        button { font: inherit; color: inherit; }
        #go { margin: .8rem 0 0; padding: .5rem 1.1rem; border: 0; border-radius: .3rem; background: var(--mark); color: var(--paper); font-weight: 600; cursor: pointer; }
        button:focus-visible, textarea:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
        .save { margin: .4rem 0; padding: .2rem .7rem; border: 1px solid var(--line); border-radius: .3rem; background: none; font-size: .85rem; cursor: pointer; }
        #verdict { display: block; margin-top: 1rem; font-weight: 650; }
        #findings { margin: .5rem 0 0; padding: 0; list-style: none; }
        #findings li { padding-left: 1.6rem; text-indent: -1.6rem; }
        #findings li::before { display: inline-block; width: 1.6rem; text-indent: 0; font-weight: 700; }
        .good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
        #findings .good::before { content: "✓"; } #findings .bad::before { content: "✗"; } #findings .open::before { content: "?"; }
        @media (max-width: 34rem) {
            body { padding: 1.2rem .9rem 3rem; }
            h1 { font-size: 1.5rem; }
            dl.facts > div, dl.head > div { grid-template-columns: 1fr; gap: 0; }
            .act { grid-template-columns: 1fr; }
            .act > .when, .act > * { grid-column: 1; grid-row: auto; }
            .mail { padding: .8rem; }
            .wide table { min-width: 34rem; }
            details .wide table { min-width: 0; }
            .wide:not(details .wide):not(:has(table.cards))::before { content: "Move the table sideways to see all of it →"; color: var(--quiet); font-size: .8rem; }
            .wide table.cards { min-width: 0; }
            table.cards thead { display: none; }
            table.cards tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line); }
            table.cards td { display: inline; padding: 0 .6rem 0 0; border: 0; overflow-wrap: anywhere; }
            table.cards td:nth-child(4) { display: block; font-weight: 600; }
            svg text { font-size: 19px; }
        }
        @media print {
            :root {
                color-scheme: light; --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; --tint: #fff; --mark: #000;
                --good: #000; --bad: #000; --open: #000; --a1: #333; --a2: #777; --a3: #aaa; --a4: #ccc;
            }
            @page { margin: 18mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; } }
            body { max-width: none; padding: 0; font-size: 10pt; }
            #check .form, nav, .save, .screen { display: none; }
            .paper { display: block; }
            #verdict:empty, #findings:empty { display: none; }
            .day { content-visibility: visible; }
            .day > h3 { position: static; break-after: avoid; }
            h2, h3 { break-after: avoid; }
            figure, .mail dl { break-inside: avoid-page; }
            .mail h3, .mail dl { break-after: avoid-page; }
            button.at { text-decoration: none; }
            a { text-decoration: none; }
        }
        """#
}
