import { bytesOfBase64, compact } from './pem-blocks.ts'
import { isPrivateDer } from './private-der.ts'

/** Private keys in PEM, even if incomplete; OpenSSL and GnuTLS output; PuTTY files; JWK; the XML of .NET. */
const marker = new RegExp(
  [
    // Bounded: a run of any length would take quadratic time.
    String.raw`(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY`,
    String.raw`PuTTY-User-Key-File|openssh-key-v1`,
    String.raw`\b(?:private-key|private ?exponent)\s*:`,
    String.raw`\b(?:priv|prime ?[12]|exponent ?[12]|coefficient)\s*:\s*(?:[0-9a-f]{2}:){4}`,
    String.raw`["']d\\?["']\s*:\s*\\?["']|["']kty\\?["']\s*:\s*\\?["']oct`,
    String.raw`<D>[\sA-Za-z0-9+/=]{16}`,
  ].join('|'),
  'i',
)

/** Whether a text contains a private key, which must never be sent or stored: in clear, or in base64 under any label. */
export function isPrivateKey(text: string): boolean {
  // UTF-16 that was read as another encoding has a NUL beside every ASCII letter.
  const clear = text.replaceAll('\0', '')
  return marker.test(clear) || base64Runs(clear).some(isPrivateBase64)
}

/** Consecutive lines of base64, joined, with and without the lines after an empty line; and lines whose words are base64. */
function base64Runs(text: string): readonly string[] {
  const runs: string[] = []
  let [whole, piece] = ['', '']
  for (const line of text.replaceAll(/-----[^-]*-----/g, '\n-\n').split(/[\r\n]|\\[rn]/)) {
    const trimmed = line.trim()
    if (/^[A-Za-z0-9+/=]+$/.test(trimmed)) {
      whole += trimmed
      piece += trimmed
      continue
    }
    if (piece !== '') runs.push(piece)
    piece = ''
    if (trimmed === '') continue
    runs.push(whole, /^[A-Za-z0-9+/=\s]+$/.test(trimmed) ? compact(trimmed) : '')
    whole = ''
  }
  return [...new Set([...runs, piece, whole])].filter(({ length }) => length >= 40)
}

function isPrivateBase64(text: string): boolean {
  const bytes = bytesOfBase64(text)
  return bytes !== undefined && (isPrivateDer(bytes) || marker.test(new TextDecoder('latin1').decode(bytes)))
}
