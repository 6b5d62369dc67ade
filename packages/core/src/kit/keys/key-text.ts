import { keyInfoOf } from './key-info.ts'
import { base64OfBytes, bytesOfBase64, compact, labelOfDer, pemBlocksIn, pemOf, type PemBlock } from './pem-blocks.ts'
import { isPrivateDer } from './private-der.ts'
import { isPrivateKey } from './private-key.ts'

/**
 * What a text or file has as key material. `private`: a private key anywhere in it, which must not be sent, stored or logged.
 * `several`: different public keys. `none`: no complete block. A block is not decoded: whether its key is usable, the server says.
 */
export type KeyText = (PemBlock & { readonly pem: string }) | 'private' | 'several' | 'none'

/**
 * Reads the public key or certificate in a text: PEM (RFC 7468) whatever is around it, or the bare base64 of metadata. A key and its
 * certificate are one key, and the certificate is taken.
 */
export function readKeyText(text: string): KeyText {
  if (isPrivateKey(text)) return 'private'
  const blocks = pemBlocksIn(text)
  if (blocks === undefined) return 'none'
  if (blocks.length === 0) return fromBase64(compact(text))
  if (new Set(blocks.map(identityOf)).size > 1) return 'several'
  const block = blocks.find(({ label }) => label === 'CERTIFICATE') ?? blocks[0]
  if (block === undefined) return 'none'
  const isPlain = blocks.length === 1 && plain.test(text.trim())
  return { ...block, pem: isPlain ? text.trim() : pemOf(block) }
}

/** A text that stays as it is: nothing but one block, in lines. */
const plain = /^-----BEGIN (?:CERTIFICATE|(?:RSA )?PUBLIC KEY)-----\n(?:[^\s\\-]+\n)+-----END [A-Z ]+-----$/

/** The same for the bytes of a file: DER, or text in UTF-8 or UTF-16 with or without a byte order mark. */
export function readKeyFile(bytes: Uint8Array): KeyText {
  return isPrivateFile(bytes) ? 'private' : readKeyText(textOfKeyFile(bytes))
}

/** The text of a file; of DER, the PEM that it would be; of a private key without text, only a line that says so. */
export function textOfKeyFile(bytes: Uint8Array): string {
  if (isPrivateBinary(bytes)) return '-----BEGIN PRIVATE KEY-----'
  const der = Uint8Array.from(bytes)
  const label = labelOfDer(der)
  if (label !== undefined) return pemOf({ label, body: base64OfBytes(der) })
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

/** The PEM in a text, or the text without white space around it where there is not exactly one public key. */
export function pemOrText(text: string): string {
  const read = readKeyText(text)
  return typeof read === 'string' ? text.trim() : read.pem
}

/** Whether a file holds a private key, or is a key store, which holds one: in PEM, DER or another form. */
export function isPrivateFile(bytes: Uint8Array): boolean {
  return isPrivateBinary(bytes) || isPrivateKey(new TextDecoder('latin1').decode(bytes))
}

/** DER, or a key store of Java. */
function isPrivateBinary(bytes: Uint8Array): boolean {
  return isPrivateDer(bytes) || ['feedfeed', 'cececece'].includes(hexadecimal(bytes.subarray(0, 4)))
}

/** Enough to distinguish a key: its kind, its length in characters, and the end of its body. Never of a private key. */
export function keySummary(pem: string): string {
  const text = pemOrText(pem)
  if (isPrivateKey(text)) return '…'
  const kind = /-----BEGIN ([A-Z ]+)-----/.exec(text)?.[1] ?? ''
  const body = text.replaceAll(/-----[^-]+-----|\s/g, '')
  return `${kind} (${text.length}) …${body.slice(-16)}`.trim()
}

function fromBase64(body: string): KeyText {
  const der = bytesOfBase64(body)
  const label = der && labelOfDer(der)
  return label === undefined ? 'none' : { label, body, pem: pemOf({ label, body }) }
}

/** The same for a key in any form, and for a certificate of the key. */
function identityOf(block: PemBlock): string {
  const info = keyInfoOf(block)
  return info === undefined ? block.body : base64OfBytes(info)
}

/** UTF-16 without a byte order mark has a zero beside the first letter. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
