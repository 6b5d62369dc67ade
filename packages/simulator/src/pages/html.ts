/** Markup that is safe to send unescaped. Only `html` makes it. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

/** A template whose values are escaped, unless they are Html (or lists of it) themselves. */
export function html(strings: TemplateStringsArray, ...values: (Html | Html[] | string)[]): Html {
  return new Html(strings.map((text, index) => text + (index < values.length ? markupOf(values[index]!) : '')).join(''))
}

function markupOf(value: Html | Html[] | string): string {
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map((each) => each.markup).join('')
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
