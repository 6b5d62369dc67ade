/** Days left at which something that expires moves to the next step of warning; 0: it has expired. */
export const noticeSteps = [0, 7, 30, 60] as const
/** The same of SCIM tokens: a directory whose token has expired stops silently. */
export const scimTokenSteps = [0, 1, 7, 14, 30] as const
/** All steps, the nearest first. */
export const allNoticeSteps = [0, 1, 7, 14, 30, 60] as const
export type NoticeStep = (typeof allNoticeSteps)[number]

/** How many days before an expiry the first warning comes, and those that are more urgent. */
export const [, urgentDays, soonDays, expiringDays] = noticeSteps

/** `urgent` within a week or expired, `soon` within a month, `later` within {@link expiringDays}. */
export const noticeLevels = ['urgent', 'soon', 'later'] as const
export type NoticeLevel = (typeof noticeLevels)[number]

/** Whole days until then; the days since then as a negative number. `now` in milliseconds since the epoch. */
export function daysUntil(at: string, now: number): number {
  // Avoid negative zero, which would be displayed.
  return Math.trunc((Date.parse(at) - now) / 86_400_000) + 0
}

/** The step that `at` has reached; undefined while more than {@link expiringDays} days are left. */
export function stepOf(at: string, now: number): (typeof noticeSteps)[number] | undefined {
  return stepWithin(noticeSteps, at, now)
}

/** The same of a SCIM token; undefined while more than 30 days are left. */
export function scimTokenStepOf(at: string, now: number): (typeof scimTokenSteps)[number] | undefined {
  return stepWithin(scimTokenSteps, at, now)
}

/** `steps` in their order, with 0. */
function stepWithin<Step extends number>(steps: readonly Step[], at: string, now: number): Step | undefined {
  const days = Date.parse(at) <= now ? 0 : Math.max(1, daysUntil(at, now))
  return steps.find((step) => days <= step)
}

export function levelOf({ days }: { readonly days: number }): NoticeLevel {
  return days <= urgentDays ? 'urgent' : days <= soonDays ? 'soon' : 'later'
}
