import { generateKeyPairSync } from 'node:crypto'

export function makeKeyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, publicPem: publicKey.export({ type: 'spki', format: 'pem' }) }
}

export function makePublicKey() {
  return makeKeyPair().publicPem
}
