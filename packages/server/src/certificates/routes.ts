import {
  extendCertificate,
  extractPublicKey,
  fileBytesMax,
  listCertificates,
  type WordId,
} from '@portico/core/contract'

import { invalid, notFound } from '../http/failure.ts'
import { route } from '../http/route.ts'
import { lockProviderRow } from '../identity-providers/rows.ts'
import { readKey } from '../keys/read-key.ts'
import { readPublicKeyFile, type KeyFault } from '../keys/public-key.ts'
import { extendExpired } from './extend.ts'
import { listCertificateRows } from './rows.ts'

const faults: Readonly<Record<KeyFault, WordId>> = {
  KEY_PRIVATE: 'FILE_PRIVATE',
  KEY_UNREADABLE: 'FILE_UNREADABLE',
  KEY_NOT_RSA: 'KEY_NOT_RSA',
  KEY_TOO_SMALL: 'KEY_TOO_SMALL',
  KEY_TOO_BIG: 'KEY_TOO_BIG',
  KEY_EXPONENT: 'KEY_EXPONENT',
}

export const certificateRoutes = [
  route(extractPublicKey, 'admin', async ({ body }) => {
    const bytes = Buffer.from(await body.file.arrayBuffer())
    if (bytes.length === 0) throw invalid([{ errorID: 'FILE_REQUIRED', fieldID: 'file' }])
    if (bytes.length > fileBytesMax) throw invalid([{ errorID: 'FILE_TOO_LARGE', fieldID: 'file' }])
    const key = readPublicKeyFile(bytes)
    if (typeof key === 'string') throw invalid([{ errorID: faults[key], fieldID: 'file' }])
    const content = readKey(bytes)
    const held = typeof content !== 'string' && content.kind === 'certificate'
    return {
      value: {
        publicKey: key.pem,
        ...(key.notAfter === undefined ? {} : { notAfter: key.notAfter.toISOString() }),
        ...(held ? { certificate: content.pem } : {}),
      },
    }
  }),

  route(listCertificates, 'admin', async ({ tx, deps }) => ({
    value: { certificates: await listCertificateRows(tx, deps.clock.now()) },
  })),

  route(extendCertificate, 'admin', async ({ tx, params, body, actor, deps, audit }) => {
    const provider = await lockProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    const { fingerprint, reason } = body
    const extension = { provider, fingerprint, reason, by: actor.name, nowMs: deps.clock.now() }
    const extendedUntil = (await extendExpired(tx, extension, audit)).toISOString()
    return { value: { extendedUntil } }
  }),
]
