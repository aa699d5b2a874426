"""How the pages of a publication look: large figures, four colours of suits, light and dark, telephones and paper."""

_BARS = "\n".join(f".b{step} {{ width: {step * 5}%; }}" for step in range(1, 21))

STYLE = f"""
:root {{ --soft: #57605c; --felt: #0b5d3b; --on-felt: #fff; --bar: #0b5d3b; --tint: #f0f8f3; --mark: #fff8e1;
  --spades: #1b1f4b; --hearts: #b91c1c; --diamonds: #b45309; --clubs: #166534; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #14161a; --soft: #a9b3ae; --bar: #4fb286; --tint: #1c2b24;
  --mark: #3a300c; --spades: #c7d2fe; --hearts: #fca5a5; --diamonds: #fdba74; --clubs: #86efac; }} }}
html {{ font-size: 112.5%; }}
body {{ padding: 0; max-width: none; line-height: 1.45; }}
header, nav.pages, main, footer {{ max-width: 66rem; margin: 0 auto; padding: 0.5rem 0.8rem; }}
.band {{ background: var(--felt); color: var(--on-felt); }}
.band header {{ display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline; }}
.band a {{ color: inherit; font-weight: bold; text-decoration: none; font-size: 1.1rem; overflow-wrap: anywhere; }}
nav.pages {{ display: flex; flex-wrap: wrap; gap: 0.3rem; padding-bottom: 0; font-size: 0.95rem; }}
nav.pages a, .strip a, .strip b {{ display: grid; place-items: center; min-width: 3rem; min-height: 2.7rem;
  padding: 0 0.5rem; border: 1px solid var(--line); border-radius: 0.5rem; text-decoration: none; color: inherit; }}
nav.pages [aria-current], .strip [aria-current] {{ background: var(--felt); color: var(--on-felt); font-weight: bold; }}
.strip {{ display: flex; flex-wrap: wrap; gap: 0.3rem; margin: 0.6rem 0; }}
.strip a {{ padding: 0 0.3rem; line-height: 1.1; text-align: center; }}
.strip small {{ display: block; line-height: 1; }}
a {{ color: inherit; text-underline-offset: 0.15em; text-decoration-color: var(--soft); }}
a:focus-visible {{ outline: 3px solid; outline-offset: 2px; }}
h1 {{ margin: 0.6rem 0 0.2rem; overflow-wrap: anywhere; }}
h2 {{ margin: 1.4rem 0 0.3rem; }}
main > p {{ margin: 0.3rem 0; }}
.soft, footer {{ color: var(--soft); font-size: 0.9rem; }}
footer {{ border-top: 1px solid var(--line); margin-top: 2rem; padding-bottom: 2rem; overflow-wrap: anywhere; }}
.notice {{ background: var(--tint); border-left: 0.3rem solid var(--felt); padding: 0.4rem 0.7rem; }}
.box {{ margin: 0.6rem 0; }}
table {{ min-width: min(100%, 40rem); }}
caption {{ padding: 0.4rem 0.2rem; }}
th, td {{ padding: 0.35rem 0.5rem; vertical-align: top; }}
tbody th {{ font-weight: normal; }}
td a, th a {{ display: inline-block; min-height: 1.5rem; min-width: 1.5rem; }}
[id] {{ scroll-margin-top: 5rem; }}
tbody .words {{ overflow-wrap: anywhere; }}
tbody td.words:first-child:has(a) {{ white-space: normal; }}
tbody th.words {{ min-width: 6rem; }}
tbody tr:has(.scale) {{ background: var(--tint); }}
tbody tr:has(:target), dl:target, section:target {{ background: var(--mark); outline: 2px solid; }}
.figure {{ font-weight: bold; }}
.score {{ margin-left: 0.35em; }}
.scale {{ background: var(--felt); color: var(--on-felt); border-radius: 0.3rem; padding: 0 0.35rem; font-size: 0.8rem;
  white-space: nowrap; text-decoration: none; }}
.suit {{ font-family: "DejaVu Sans", "Segoe UI Symbol", "Apple Symbols", sans-serif; }}
pre .suit {{ display: inline-block; width: 1ch; font-family: inherit; }}
.spades {{ color: var(--spades); }} .hearts {{ color: var(--hearts); }}
.diamonds {{ color: var(--diamonds); }} .clubs {{ color: var(--clubs); }}
.deal {{ display: grid; grid-template-columns: 1fr auto 1fr; gap: 0.3rem 0.6rem; max-width: 28rem; margin: 0.8rem 0;
  line-height: 1.3; }}
.deal div {{ overflow-wrap: anywhere; }}
.held {{ padding-left: 1.1em; text-indent: -1.1em; }}
.deal small {{ color: var(--soft); }}
.deal .north, .deal .south {{ grid-column: 2; }}
.deal .west {{ grid-column: 1; }} .deal .east {{ grid-column: 3; }}
.deal .middle {{ align-self: center; justify-self: center; border: 2px solid var(--line); border-radius: 0.5rem;
  padding: 0.3rem 0.6rem; text-align: center; font-size: 0.85rem; line-height: 1.2; white-space: pre; }}
.bar {{ display: block; height: 1rem; margin: 0.2rem 0; background: var(--bar); border-radius: 0.15rem;
  min-width: 2px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
td:has(.bar) {{ width: 45%; min-width: 4rem; }}
.away {{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }}
{_BARS}
.narrow {{ display: none; }}
thead .words {{ white-space: nowrap; }}
@media (max-width: 40rem) {{
  .wide, .strip a.wide, th:has(> .wide:only-child), td:has(> .wide:only-child) {{ display: none; }}
  .narrow {{ display: inline; }}
  nav.pages {{ flex-wrap: nowrap; font-size: 0.9rem; gap: 0.2rem; }}
  nav.pages a {{ flex: 1 1 auto; padding: 0 0.1rem; min-width: 0; }}
  .strip a {{ min-width: 2.7rem; }}
  table {{ font-size: 0.9rem; }}
  pre {{ font-size: 0.75rem; }}
  th, td {{ padding: 0.4rem 0.2rem; }}
  td {{ white-space: normal; }}
  thead th, thead .words {{ font-size: 0.8rem; white-space: normal; }}
  td:has(.bar) {{ width: 25%; min-width: 2rem; }}
  .deal {{ grid-template-columns: auto auto auto; justify-content: space-between; word-spacing: -0.14em; }}
}}
@media (max-width: 24rem) {{
  table {{ font-size: 0.8rem; }}
  th, td {{ padding: 0.4rem 0.15rem; }}
  thead th, thead .words {{ font-size: 0.72rem; }}
}}
@media print {{
  :root {{ --paper: #fff; --soft: #000; --felt: #fff; --on-felt: #000; --tint: #fff; --mark: #fff;
    --spades: #000; --hearts: #000; --diamonds: #000; --clubs: #000; }}
  html {{ font-size: 10pt; }}
  nav.pages, .strip {{ display: none; }}
  th, td {{ padding: 0.15rem 0.4rem; white-space: nowrap; }}
  td a, th a {{ min-height: 0; }}
  .words, p {{ white-space: normal; }}
  footer {{ margin-top: 1rem; padding-bottom: 0; }}
  .scale {{ border: 1px solid; }}
  .bar {{ background: #777; }}
  a {{ text-decoration: none; }}
}}
"""
"""What is added to the style of every page."""
