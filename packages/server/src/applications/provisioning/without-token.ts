/** Puts `…` in place of a bearer token, however an application that repeats it has written it: plain, in Base64 or URL-encoded. */
export function withoutToken(token: string): (text: string) => string {
  const plain = [encodedAll(token), encodeURIComponent(token), token].map(literally)
  // What follows of the last byte and the padding.
  const inBase64 = base64Forms(token).map((form) => `${literally(form)}[\\w+/-]?={0,2}`)
  const pattern = new RegExp([...plain, ...inBase64].join('|'), 'gi')
  return (text) => text.replace(pattern, '…')
}

/** With every sign encoded that is not a letter or digit: `.` as %2E. */
const encodedAll = (token: string): string =>
  token.replace(/[^A-Za-z0-9]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

/**
 * In Base64 the token looks different depending on the bytes before it, as in `user:token` or `Bearer token`: one form for each of
 * the three places it can begin at, without the characters at its ends that depend on other bytes too.
 */
function base64Forms(token: string): string[] {
  const forms = [0, 1, 2].map((before) => {
    const text = Buffer.from('\0'.repeat(before) + token).toString('base64')
    const whole = Math.floor(((before + token.length) * 8) / 6)
    return text.slice(Math.ceil((before * 8) / 6), whole)
  })
  const long = forms.filter(({ length }) => length >= 4)
  return [...long, ...long.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
