import { extractPublicKey, fileBytesMax, type WordId } from '@portico/core/contract'

import { invalid } from '../http/failure.ts'
import { route } from '../http/route.ts'
import { readPublicKeyFile, type KeyFault } from '../service-accounts/keys.ts'

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
    return {
      value: { publicKey: key.pem, ...(key.notAfter === undefined ? {} : { notAfter: key.notAfter.toISOString() }) },
    }
  }),
]
