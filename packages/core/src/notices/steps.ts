/** Days left at which something that expires moves to the next step of warning; 0: it has expired. */
export const noticeSteps = [0, 7, 30, 60] as const
export type NoticeStep = (typeof noticeSteps)[number]

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
export function stepOf(at: string, now: number): NoticeStep | undefined {
  if (Date.parse(at) <= now) return 0
  const days = daysUntil(at, now)
  return noticeSteps.find((step) => step > 0 && days <= step)
}

export function levelOf({ days }: { readonly days: number }): NoticeLevel {
  return days <= urgentDays ? 'urgent' : days <= soonDays ? 'soon' : 'later'
}
