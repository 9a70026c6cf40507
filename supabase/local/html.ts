/** A piece of HTML that is safe to put into a page. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | Part[]

/**
 * Template tag that builds HTML. Inserted strings are escaped; inserted `Html` is kept as it is.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)))
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  if (part === null || part === undefined || part === false) return ''
  return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

const style = new Html(`<style>
  :root { color-scheme: light dark; --text: light-dark(#2b2622, #ece6df); --quiet: light-dark(#6b625a, #aaa097);
    --page: light-dark(#faf7f2, #1c1917); --card: light-dark(#fff, #26221f); --line: light-dark(#e4dcd1, #3b3530);
    --accent: light-dark(#2f5d50, #8fc4b0); --danger: light-dark(#9b2c2c, #f0a3a3); }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--page); color: var(--text); font: 17px/1.5 system-ui, sans-serif; }
  main, header { max-width: 72rem; margin: 0 auto; padding: 1rem 1.25rem; }
  header { display: flex; gap: 1.5rem; align-items: baseline; flex-wrap: wrap; padding-top: 1.5rem; }
  header strong { font-family: Georgia, serif; font-size: 1.35rem; font-weight: 600; }
  h1 { font: 600 1.6rem/1.25 Georgia, serif; margin: 1rem 0; }
  h2 { font: 600 1.15rem/1.3 Georgia, serif; margin: 2rem 0 .5rem; }
  a { color: var(--accent); text-underline-offset: .2em; }
  .quiet { color: var(--quiet); }
  .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: 0 0 1rem; }
  .list { list-style: none; padding: 0; margin: 0; }
  .list a { display: block; padding: .8rem 1.25rem; color: inherit; text-decoration: none; border-bottom: 1px solid var(--line); }
  .list a:hover, .list a:focus-visible { background: color-mix(in srgb, var(--accent) 8%, transparent); }
  .list li:last-child a { border: 0; }
  .row { display: flex; justify-content: space-between; gap: 1rem; flex-wrap: wrap; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; font-size: .95rem; }
  th, td { text-align: left; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
  td > span { display: block; width: max-content; max-width: 26rem; overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.25rem; margin: 0 0 1rem; }
  dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
  @media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
  label { display: block; font-weight: 600; margin: .75rem 0 .25rem; }
  input, textarea { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--quiet); border-radius: 8px; padding: .5rem .7rem; width: 100%; }
  textarea.code { font-family: ui-monospace, monospace; font-size: .95rem; }
  button, .button { font: inherit; min-height: 44px; padding: .5rem 1.1rem; border-radius: 8px; border: 1px solid var(--accent);
    background: transparent; color: var(--accent); cursor: pointer; text-decoration: none; display: inline-block; }
  button.main { background: var(--accent); color: var(--page); }
  button.danger { border-color: var(--danger); color: var(--danger); }
  .actions { display: flex; gap: .75rem; flex-wrap: wrap; align-items: center; margin-top: 1rem; }
  .problem { border-left: 4px solid var(--danger); }
  .done { border-left: 4px solid var(--accent); }
  iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
</style>`)

/**
 * A whole page of the mailbox, the dashboard or the stand-in for Stripe.
 * @param nav the content beside the name at the top
 * @param formTarget another origin that a form may post to
 * @returns the response; it loads nothing from elsewhere and cannot be framed
 */
export function page(title: string, nav: Html, body: Html, status = 200, formTarget = ''): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${style}
</head>
<body>
<header>${nav}</header>
<main>${body}</main>
</body>
</html>`
  return new Response(document.text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; form-action 'self' ${formTarget}; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  })
}
