import { createHash, sign, type KeyObject } from 'node:crypto'

import { der } from './der.ts'

const sha256WithRsa = '1.2.840.113549.1.1.11'
const commonNameOid = '2.5.4.3'
const subjectKeyOid = '2.5.29.14'

/**
 * An X.509 version 3 certificate (RFC 5280) of an RSA key, signed with RSA-SHA256 by the key itself, in PEM. It names
 * no key usage: one that leaves out signing certificates makes strict readers refuse what signed itself.
 */
export function selfSigned(o: {
  privateKey: KeyObject
  publicKey: KeyObject
  commonName: string
  notBefore: Date
  notAfter: Date
}): string {
  const algorithm = der.sequence(der.oid(sha256WithRsa), der.null())
  const name = der.sequence(der.set(der.sequence(der.oid(commonNameOid), der.utf8(o.commonName))))
  const spki = o.publicKey.export({ type: 'spki', format: 'der' })
  const keyId = createHash('sha256').update(spki).digest().subarray(0, 20)
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(serial(spki, o.notBefore)),
    algorithm,
    name,
    der.sequence(der.time(o.notBefore), der.time(o.notAfter)),
    name,
    spki,
    der.explicit(3, der.sequence(der.sequence(der.oid(subjectKeyOid), der.octetString(der.octetString(keyId))))),
  )
  const signature = sign('sha256', toBeSigned, o.privateKey)
  return toPem(der.sequence(toBeSigned, algorithm, der.bitString(signature)))
}

/** Derived from key and day, so that two certificates of one key differ; 127 bits, as RFC 5280 requires a positive number. */
function serial(spki: Buffer, notBefore: Date): Buffer {
  const bytes = createHash('sha256').update(spki).update(notBefore.toISOString()).digest().subarray(0, 16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
