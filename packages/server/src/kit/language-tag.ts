/**
 * The language tag (BCP 47) that a provider or directory says of a person: the first of a list as in Accept-Language, with `-` where some
 * write `_`. null: it is not one.
 */
export function readLanguageTag(text: string): string | null {
  const [first = ''] = text.split(/[,;]/)
  const tag = first.trim().replaceAll('_', '-')
  return /^[A-Za-z]{2,8}(?:-[A-Za-z\d]{1,8}){0,3}$/.test(tag) ? tag : null
}
