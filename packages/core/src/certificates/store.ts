import type { LazyParts } from '../lazy-parts.ts'
import { listOf } from '../lists/list.ts'
import { extendCertificate } from './contract.ts'
import { certificateList } from './list.ts'

export type Certificates = {
  /** Authorises an expired certificate for 72 more hours and returns their end; undefined if a failure was reported. */
  extend(target: {
    readonly idp: string
    readonly fingerprint: string
    readonly reason: string
  }): Promise<string | undefined>
}

/** `core.lazily(createCertificates)`. */
export function createCertificates({ client, feedback, say, lazily }: LazyParts): Certificates {
  const list = listOf({ lazily }, certificateList)
  return {
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
  }
}
