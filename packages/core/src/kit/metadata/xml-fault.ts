/** Why a text is not read as XML: beyond a bound, something that no SAML message needs, or not well-formed; `detail` completes “cannot be read: …”. */
export class XmlFault extends Error {
  override name = 'XmlFault'
  readonly kind: 'too-large' | 'forbidden' | 'unreadable'
  readonly detail: string

  constructor(kind: XmlFault['kind'], detail: string) {
    super(`${kind}: ${detail}`)
    this.kind = kind
    this.detail = detail
  }
}
