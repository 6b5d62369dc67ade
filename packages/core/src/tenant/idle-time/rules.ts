import * as v from 'valibot'

/** Spec section 9. The server and the settings form: 5 minutes to 24 hours. */
export const idleTimeSecs = { min: 5 * 60, max: 24 * 60 * 60 } as const

/** The dropdown of the Security tab offers 15 minutes to 12 hours (spec section 9). */
export const idleTimeChoices = ['00:15', '00:30', '01:00', '02:00', '04:00', '08:00', '12:00'] as const

/** Seconds of `hh:mm`; undefined for any other text. Hours go up to 99, so that 30:00 is out of range and not misspelt. */
export function readIdleTime(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60
}

/** `hh:mm`, without the seconds. */
export function idleTimeText(secs: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(secs / 3600))}:${two(Math.floor(secs / 60) % 60)}`
}

/** The rules of spec section 5; that the time has to differ from the current one is the form's (editor.ts). */
export const IdleTimeText = timeWithin(idleTimeSecs, 'IDLE_TIME_RANGE')

/** The variant of the dropdown. */
export const IdleTimeChoice = timeWithin({ min: 15 * 60, max: 12 * 60 * 60 }, 'IDLE_TIME_CHOICE_RANGE')

function timeWithin({ min, max }: { min: number; max: number }, errorID: string) {
  const isWithin = (text: string) => {
    const secs = readIdleTime(text)
    return secs === undefined || (secs >= min && secs <= max)
  }
  return v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => readIdleTime(text) !== undefined, 'IDLE_TIME_FORMAT'),
    v.check(isWithin, errorID),
  )
}
