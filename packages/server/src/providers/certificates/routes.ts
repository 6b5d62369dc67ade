import {
  extendCertificate,
  extractPublicKey,
  fileBytesMax,
  listCertificates,
  refreshMetadata,
  retireCertificate,
  type WordId,
} from '@portico/core/contract'

import { Failure, invalid, notFound, tooManyRequests } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { findProviderRow, lockProviderList, lockProviderRow } from '../identity-providers/rows.ts'
import { readKey } from '../../kit/keys/read-key.ts'
import { readPublicKey, type KeyFault } from '../../kit/keys/public-key.ts'
import { extendExpired } from './extend.ts'
import { metadataSource } from './metadata/readings.ts'
import { refresh } from './metadata/refresh.ts'
import { showReadings } from './metadata/show-readings.ts'
import { retireHeld } from './retire.ts'
import { listCertificateRows } from './rows.ts'

const faults: Readonly<Record<KeyFault, WordId>> = {
  KEY_PRIVATE: 'FILE_PRIVATE',
  KEY_UNREADABLE: 'FILE_UNREADABLE',
  KEY_SEVERAL: 'KEY_SEVERAL',
  KEY_NOT_RSA: 'KEY_NOT_RSA',
  KEY_TOO_SMALL: 'KEY_TOO_SMALL',
  KEY_TOO_BIG: 'KEY_TOO_BIG',
  KEY_EXPONENT: 'KEY_EXPONENT',
}

export const certificateRoutes = [
  route(
    extractPublicKey,
    ['admin', 'support-changing', 'recovery', 'setup', 'deactivated-tenant'],
    {
      400: [
        'FILE_PRIVATE',
        'FILE_UNREADABLE',
        'KEY_EXPONENT',
        'KEY_NOT_RSA',
        'KEY_SEVERAL',
        'KEY_TOO_BIG',
        'KEY_TOO_SMALL',
      ],
    },
    async ({ body }) => {
      const bytes = Buffer.from(await body.file.arrayBuffer())
      if (bytes.length === 0) throw invalid([{ errorID: 'FILE_EMPTY', fieldID: 'file' }])
      if (bytes.length > fileBytesMax) throw invalid([{ errorID: 'FILE_TOO_LARGE', fieldID: 'file' }])
      const key = readPublicKey(bytes)
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
    },
  ),

  route(listCertificates, ['admin', 'support-reading', 'recovery'], async ({ tx, deps }) => ({
    value: {
      certificates: await listCertificateRows(tx, deps.clock.now()),
      readings: await showReadings(tx, deps.settings),
    },
  })),

  route(
    refreshMetadata,
    ['admin', 'support-changing', 'recovery'],
    {
      400: ['METADATA_UNREACHABLE', 'METADATA_UNREADABLE'],
      409: ['IDP_NOT_KEPT', 'METADATA_URL_REQUIRED'],
      429: ['TOO_MANY_REQUESTS'],
    },
    async ({ tx, params, actor, requestId, deps, later }) => {
      const row = await findProviderRow(tx, params.id)
      if (row === undefined) throw notFound()
      if (metadataSource(row) === undefined) {
        const reason = row.kept_at === null ? 'IDP_NOT_KEPT' : 'METADATA_URL_REQUIRED'
        throw new Failure(409, reason, { resource: { type: 'identity-provider' } })
      }
      const { tenantId } = tx
      return {
        async afterwards() {
          const wait = await deps.rateLimits.take('metadata-import', actor.id)
          if (wait > 0) throw tooManyRequests(wait)
          await refresh(deps, tenantId, params.id, { actor, requestId, later })
          const readings = await later((then) => showReadings(then, deps.settings))
          const value = readings.find(({ idp }) => idp === params.id)
          if (value === undefined) throw notFound()
          return { value }
        },
      }
    },
  ),

  route(
    retireCertificate,
    ['admin', 'support-changing', 'recovery'],
    { 400: ['EXTENSION_NO_CERTIFICATE'], 409: ['CERTIFICATE_LAST', 'CERTIFICATE_REVERTS', 'LAST_ADMIN_PATH'] },
    async ({ tx, params, body, deps, audit }) => {
      await lockProviderList(tx)
      const provider = await lockProviderRow(tx, params.id)
      if (provider === undefined) throw notFound()
      const nowMs = deps.clock.now()
      await retireHeld(tx, provider, { fingerprint: body.fingerprint, nowMs }, audit)
      const certificates = await listCertificateRows(tx, nowMs)
      return { value: { certificates: certificates.filter(({ idp }) => idp === provider.id) } }
    },
  ),

  route(
    extendCertificate,
    ['admin', 'support-changing', 'recovery'],
    { 400: ['EXTENSION_NO_CERTIFICATE'], 409: ['EXTENSION_NOT_EXPIRED', 'EXTENSION_USED'] },
    async ({ tx, params, body, actor, deps, audit }) => {
      const provider = await lockProviderRow(tx, params.id)
      if (provider === undefined) throw notFound()
      const { fingerprint, reason } = body
      const extension = { provider, fingerprint, reason, by: actor.name, nowMs: deps.clock.now() }
      const extendedUntil = (await extendExpired(tx, extension, audit)).toISOString()
      return { value: { extendedUntil } }
    },
  ),
]
