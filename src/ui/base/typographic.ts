/**
 * Headings are large and in a serif, where a typewriter's apostrophe is seen at once. All of the kit's go through this.
 * @returns a text with ’ for each ' after a letter; anything else as it is
 */
export function typographic<Title>(title: Title): Title | string {
  return typeof title === 'string' ? title.replace(/(\p{L})'/gu, '$1’') : title
}
