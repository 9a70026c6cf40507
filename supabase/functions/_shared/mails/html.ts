/** A piece of HTML that is safe to put into a mail. Made by the template tag `html` only. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Template tag that builds HTML. Inserted strings are escaped; inserted `Html` is kept as it is.
 * @returns the piece
 */
export function html(strings: TemplateStringsArray, ...parts: (string | Html | Html[])[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)))
}

function render(part: string | Html | Html[]): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return part.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
