/** A piece of HTML that is safe to put into a mail. Only the tag `html` makes one. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Builds HTML. Whatever is put in is escaped, unless it was built the same way.
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
