import type { LazyParts } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import {
  extendCertificate,
  listCertificates,
  refreshMetadata,
  retireCertificate,
  type CertificateRow,
  type MetadataReading,
} from './contract.ts'
import { certificateList } from './list.ts'

/** In effect at one provider. */
export type CertificatesOfProvider = {
  readonly held: readonly CertificateRow[]
  /** undefined: it has no metadata address. */
  readonly reading: MetadataReading | undefined
}

export type Certificates = {
  /** undefined if a failure was reported. */
  ofProvider(idp: string): Promise<CertificatesOfProvider | undefined>
  /** Authorises an expired certificate for 72 more hours and returns their end; undefined if a failure was reported. */
  extend(target: {
    readonly idp: string
    readonly fingerprint: string
    readonly reason: string
  }): Promise<string | undefined>
  /** Removes one of two certificates at once; false if a failure was reported. */
  retire(target: { readonly idp: string; readonly fingerprint: string }): Promise<boolean>
  /** Reads the metadata of a provider now, and says how that ended; undefined if a failure was reported. */
  refresh(idp: string): Promise<MetadataReading | undefined>
}

/** `core.lazily(createCertificates)`. */
export function createCertificates({ client, feedback, say, lazily }: LazyParts): Certificates {
  const list = listOf({ lazily }, certificateList)
  return {
    async ofProvider(wanted) {
      const outcome = await client.call(listCertificates, {})
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return undefined
      }
      const { certificates, readings } = outcome.value
      const held = certificates.filter(({ idp }) => idp === wanted)
      return { held, reading: readings.find(({ idp }) => idp === wanted) }
    },
    async extend({ idp, fingerprint, reason }) {
      feedback.clear()
      const outcome = await client.call(extendCertificate, { params: { id: idp }, body: { fingerprint, reason } })
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return undefined
      }
      const { extendedUntil } = outcome.value
      for (const row of list.getState().held ?? [])
        if (row.idp === idp && row.fingerprint === fingerprint)
          list.replace({ ...row, state: 'extended', extendedUntil })
      feedback.openSuccess(say('certificate.extended'))
      return extendedUntil
    },
    async retire({ idp, fingerprint }) {
      feedback.clear()
      const outcome = await client.call(retireCertificate, { params: { id: idp }, body: { fingerprint } })
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return false
      }
      if (list.getState().held !== undefined) await list.refreshQuietly()
      feedback.openSuccess(say('certificate.retired'))
      return true
    },
    async refresh(idp) {
      feedback.clear()
      const outcome = await client.call(refreshMetadata, { params: { id: idp } })
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return undefined
      }
      if (list.getState().held !== undefined) await list.refreshQuietly()
      feedback.openSuccess(outcome.value.message ?? '')
      return outcome.value
    },
  }
}
