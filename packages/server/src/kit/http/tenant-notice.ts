import type { CloudSession, PortalUser } from '@portico/core/contract'

import { Failure } from './failure.ts'
import { say } from '../words/say.ts'
import type { Sender, SenderTenant } from './senders.ts'

type Banner = NonNullable<CloudSession['systemBanner']>

/** A deactivated tenant first, then the operator's notice, then notices only for administrators. */
export function systemBannerOf({ tenant, news }: Pick<Sender, 'tenant' | 'news'>, nowMs: number): Banner | null {
  return noticeOf(tenant, nowMs) ?? (news && { type: news.type, message: say(news.id, news.values) })
}

/** The header that brings the operator's words to programs, as `type; message`, percent-encoded. */
export const noticeHeader = 'X-Portico-Notice'

export function noticeHeaders(
  tenant: SenderTenant,
  nowMs: number,
  support: PortalUser['banner'] | null = null,
): readonly (readonly [string, string])[] {
  const notice: Banner | null =
    support === null
      ? noticeOf(tenant, nowMs)
      : { type: 'warning', message: `${support.title}.`, errMsg: support.message }
  if (notice === null) return []
  const text = [notice.message, notice.errMsg].filter(Boolean).join(' ')
  return [[noticeHeader, `${notice.type}; ${encodeURIComponent(text)}`]]
}

/** A deactivated tenant can be read and left, not changed (docs/decisions/0098). Throws 403. */
export function checkActive(tenant: SenderTenant, nowMs: number): void {
  if (!tenant.deactivated) return
  throw new Failure(403, 'TENANT_DEACTIVATED', { headers: Object.fromEntries(noticeHeaders(tenant, nowMs)) })
}

function noticeOf({ deactivated, deactivatedMessage, banner }: SenderTenant, nowMs: number): Banner | null {
  if (deactivated)
    return {
      type: 'warning',
      message: say('session.deactivated'),
      errCode: 'TENANT_DEACTIVATED',
      ...(deactivatedMessage === null ? {} : { errMsg: deactivatedMessage }),
    }
  if (banner === null || (banner.until !== null && banner.until.getTime() <= nowMs)) return null
  return { type: banner.type, message: banner.message }
}
