import { base64OfBytes, pemOf } from './pem-blocks.ts'

/** As strong as AES-128 (NIST SP 800-57 part 1), and valid wherever 2048 to 8192 bits are. */
export const newKeyBits = 3072

/** `publicKey` in PEM (SubjectPublicKeyInfo), `privateKey` in PEM (PKCS#8, not encrypted) with a final line ending. */
export type NewKeyPair = { readonly publicKey: string; readonly privateKey: string }

/** An RSA key pair for a service account. Browsers have `subtle` only in a secure context. */
export async function makeKeyPair({ subtle }: Pick<Crypto, 'subtle'>): Promise<NewKeyPair> {
  const { publicKey, privateKey } = await subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: newKeyBits,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['sign', 'verify'],
  )
  const base64 = async (format: 'spki' | 'pkcs8', key: CryptoKey) =>
    base64OfBytes(new Uint8Array(await subtle.exportKey(format, key)))
  return {
    publicKey: pemOf({ label: 'PUBLIC KEY', body: await base64('spki', publicKey) }),
    privateKey: `${pemOf({ label: 'PRIVATE KEY', body: await base64('pkcs8', privateKey) })}\n`,
  }
}

/** A name for the file of a private key: `nightly-export.pem` for Nightly export. */
export function keyFileName(account: string): string {
  const plain = account
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${plain.slice(0, 60) || 'service-account'}.pem`
}
