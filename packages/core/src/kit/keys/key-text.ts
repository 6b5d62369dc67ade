import { keyInfoOf } from './key-info.ts'
import { base64OfBytes, bytesOfBase64, compact, labelOfDer, pemBlocksIn, pemOf, type PemBlock } from './pem-blocks.ts'
import { isPrivateDer } from './private-der.ts'
import { isPrivateKey } from './private-key.ts'

/**
 * The key material in a text or file. `private`: it contains a private key, which must not be sent, stored or logged.
 * `several`: different public keys. `none`: no complete block. Blocks are not decoded: the server checks whether the key is usable.
 */
export type KeyText = (PemBlock & { readonly pem: string }) | 'private' | 'several' | 'none'

/**
 * Reads the public key or certificate in a text: PEM (RFC 7468) with any text around it, or the bare base64 of metadata. A key and its
 * certificate count as one key; the certificate is returned.
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

/** A text that is returned unchanged: exactly one block, split into lines. */
const plain = /^-----BEGIN (?:CERTIFICATE|(?:RSA )?PUBLIC KEY)-----\n(?:[^\s\\-]+\n)+-----END [A-Z ]+-----$/

/** The same for the bytes of a file: DER, or text in UTF-8 or UTF-16 with or without a byte order mark. */
export function readKeyFile(bytes: Uint8Array): KeyText {
  return isPrivateFile(bytes) ? 'private' : readKeyText(textOfKeyFile(bytes))
}

/** The text of a file. DER is converted to PEM; a binary private key is replaced with the first line of its PEM form. */
export function textOfKeyFile(bytes: Uint8Array): string {
  if (isPrivateBinary(bytes)) return '-----BEGIN PRIVATE KEY-----'
  const der = Uint8Array.from(bytes)
  const label = labelOfDer(der)
  if (label !== undefined) return pemOf({ label, body: base64OfBytes(der) })
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

/** The PEM in a text, or the trimmed text if it does not contain exactly one public key. */
export function pemOrText(text: string): string {
  const read = readKeyText(text)
  return typeof read === 'string' ? text.trim() : read.pem
}

/** Whether a file contains a private key or is a key store, in PEM, DER or another form. */
export function isPrivateFile(bytes: Uint8Array): boolean {
  return isPrivateBinary(bytes) || isPrivateKey(new TextDecoder('latin1').decode(bytes))
}

/** A private key or key store in DER, or a Java key store. */
function isPrivateBinary(bytes: Uint8Array): boolean {
  return isPrivateDer(bytes) || ['feedfeed', 'cececece'].includes(hexadecimal(bytes.subarray(0, 4)))
}

/** Enough to distinguish a key: its kind, its length in characters, and the end of its body. A private key gives only `…`. */
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

/** Identical for all forms of a key and for a certificate of that key. */
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
