import { derOf, derSequence } from './der.ts'
import { base64OfBytes, bytesOfBase64, compact, pemBlocksIn } from './pem-blocks.ts'

export type KeyCase = {
  readonly what: string
  /** The content of a file. */
  readonly bytes: Uint8Array
  /** The same as typed text; undefined if only a file can have this form. */
  readonly text: string | undefined
  readonly outcome: 'accepted' | 'private' | 'several' | 'none'
}

type Given = {
  /** A public key or certificate. */
  readonly pem: string
  /** The same of another key. */
  readonly other: string
  /** PKCS #8 in PEM. */
  readonly privateKey: string
}

/** One key in every form in which people copy keys, and inputs that must be rejected. Every entry point gives the same outcome. */
export function keyCases({ pem: given, other, privateKey }: Given): readonly KeyCase[] {
  const pem = given.trim()
  const lines = pem.split('\n')
  const body = pemBlocksIn(pem)?.[0]?.body ?? ''
  const privateBody = compact(privateKey.replaceAll(/-----[^-]+-----/g, ''))
  const der = bytesOfBase64(body) ?? new Uint8Array()
  const privateDer = bytesOfBase64(privateBody) ?? new Uint8Array()
  const [begin = '', end = ''] = [lines[0], lines.at(-1)]
  const accepted = (what: string, text: string) => typed(what, text, 'accepted')
  const secret = (what: string, text: string) => typed(what, text, 'private')
  return [
    accepted('a block', pem),
    accepted('line ends of Windows', lines.join('\r\n')),
    accepted('line ends of an old Mac', lines.join('\r')),
    accepted('indentation', lines.map((line) => `    ${line}`).join('\n')),
    accepted('tabs and blanks behind lines', lines.map((line) => `\t${line} `).join('\n')),
    accepted('one line with blanks', lines.join(' ')),
    accepted('one line without line ends', lines.join('')),
    accepted('line ends as JSON writes them', lines.join(String.raw`\n`)),
    accepted('line ends of Windows as JSON writes them', lines.join(String.raw`\r\n`)),
    accepted('one long line of base64', [begin, body, end].join('\n')),
    accepted('empty lines', lines.join('\n\n')),
    accepted('a byte order mark', `\ufeff${pem}`),
    accepted('zero-width spaces', lines.join('\u200b\n')),
    accepted('a sentence before and after', `Here is our key, valid from today:\n\n${pem}\nKind regards`),
    accepted('what openssl x509 -text prints', `${printedCertificate}${pem}\n`),
    accepted('what openssl rsa -pubin -text prints', `${printedKey}${pem}\n`),
    accepted('the bag attributes of openssl pkcs12', `${bagAttributes}${pem}\n`),
    accepted('the same block twice', `${pem}\n${pem}`),
    accepted('the bare base64 of metadata', body),
    accepted('the bare base64 of metadata in lines', lines.slice(1, -1).join('\n')),
    file('UTF-8 with a byte order mark', bytesOf(`\ufeff${pem}`), 'accepted'),
    file('UTF-16 as Windows writes it', utf16(`\ufeff${pem}`, 'little'), 'accepted'),
    file('UTF-16 with the other byte first', utf16(`\ufeff${pem}`, 'big'), 'accepted'),
    file('UTF-16 without a byte order mark', utf16(pem, 'little'), 'accepted'),
    file('DER', der, 'accepted'),

    secret('a private key', privateKey),
    secret('a private key behind it', `${pem}\n${privateKey}`),
    secret('a private key before it', `${privateKey}\n${pem}`),
    secret('a private key in an indented text', `${pem}\n${privateKey.replaceAll('\n', '\n  ')}`),
    secret('the last lines of a private key', `${pem}\n${privateKey.trim().split('\n').slice(-3).join('\n')}`),
    secret('an encrypted private key', `${pem}\n-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIF\n`),
    secret('an OpenSSH key', `${pem}\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n`),
    secret('a PuTTY file', `PuTTY-User-Key-File-3: ssh-rsa\n${pem}`),
    secret('what openssl rsa -pubout -text prints of a private key', `${printedPrivateKey}${pem}\n`),
    secret('what openssl ec -text prints of a private key', `priv:\n    34:4a:32:eb:b5:84\n${pem}`),
    secret('a private JWK', `${pem}\n{"kty":"RSA","n":"AQAB","d" : "AQAB"}`),
    secret('a private JWK in a text of JSON', `${pem}\n${JSON.stringify('{"kty":"RSA","d":"AQAB"}')}`),
    secret('the XML of .NET', `${pem}\n<RSAKeyValue><D>${'A'.repeat(40)}</D></RSAKeyValue>`),
    secret('a private key under the name of a public one', inBlock('PUBLIC KEY', privateBody)),
    secret('a private key under another name, behind it', `${pem}\n${inBlock('CERTIFICATE', privateBody)}`),
    secret('the base64 of a private key', privateBody),
    secret('the base64 of a private key behind it', `${pem}\n\n${privateBody}`),
    secret('the base64 of a file with a private key', base64OfBytes(bytesOf(privateKey))),
    file('a private key in UTF-16', utf16(`${pem}\n${privateKey}`, 'little'), 'private'),
    file('a private key in DER', privateDer, 'private'),
    file('a key store of PKCS #12', derOf(derSequence, Uint8Array.of(2, 1, 3, 0x30, 0)), 'private'),
    file('a key store of Java', Uint8Array.of(0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2), 'private'),

    typed('another key behind it', `${pem}\n${other}`, 'several'),
    typed('another key before it, and text', `ours:\r${other}\rtheirs:\r${pem}`, 'several'),
    file('another key behind it in UTF-16', utf16(`\ufeff${pem}\n${other}`, 'little'), 'several'),

    typed('no key', 'ssh-rsa AAAAB3NzaC1yc2E bob@example', 'none'),
    typed('a block without its last line', lines.slice(0, -1).join('\n'), 'none'),
    typed('a block and the beginning of another', `${pem}\n${begin}\n`, 'none'),
    typed('a block with another end', pem.replace('-----END ', '-----END X '), 'none'),
  ]
}

function typed(what: string, text: string, outcome: KeyCase['outcome']): KeyCase {
  return { what, text, bytes: bytesOf(text), outcome }
}

function file(what: string, bytes: Uint8Array, outcome: KeyCase['outcome']): KeyCase {
  return { what, text: undefined, bytes, outcome }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const inBlock = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`

function utf16(text: string, order: 'little' | 'big'): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
      order === 'little' ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff],
    ),
  )
}

const printedCertificate = `Certificate:
    Data:
        Version: 3 (0x2)
        Serial Number:
            46:50:1c:53:24:31:fc:dd:62:da:77:84:63:62:18:f1:8c:2f:c8:e3
        Signature Algorithm: sha256WithRSAEncryption
        Issuer: CN = idp.example, O = Example
        Subject Public Key Info:
            Public Key Algorithm: rsaEncryption
                Public-Key: (2048 bit)
                Modulus:
                    00:b8:10:45:cf:be:76:9c:c3:c6:08:58:0b:89:2f:
                Exponent: 65537 (0x10001)
        X509v3 extensions:
            X509v3 Private Key Usage Period:
                Not Before: Nov 29 00:13:49 2026 GMT
`
const printedKey = `RSA Public-Key: (2048 bit)
Modulus:
    00:b8:10:45:cf:be:76:9c:c3:c6:08:58:0b:89:2f:
Exponent: 65537 (0x10001)
`
const bagAttributes = `Bag Attributes
    friendlyName: Example
    localKeyID: 8B 61 AC AB 1E BA 8B 60 B0 6B F5 17 96 32 BE FA A4 65 FA B2
subject=CN = idp.example, O = Example
issuer=CN = idp.example, O = Example
`
const printedPrivateKey = `Private-Key: (2048 bit, 2 primes)
modulus:
    00:b8:10:45:cf:be:76:9c:c3:c6:08:58:0b:89:2f:
publicExponent: 65537 (0x10001)
privateExponent:
    5c:10:45:cf:be:76:9c:c3:c6:08:58:0b:89:2f:58:
prime1:
    00:f1:cf:be:76:9c:c3:c6:08:58:0b:89:2f:58:33:
`
