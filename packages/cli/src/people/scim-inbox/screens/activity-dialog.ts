import { activityBy, activityTotal, scimInboxOf, type ScimActivityDay } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { chartLines } from './chart.ts'

/** How much the directory sends: a chart, and the same in sentences. */
export async function activityDialog(app: App, id: string): Promise<void> {
  const { words, core } = app
  const store = scimInboxOf(core, id)
  await store.fetch()
  if (store.getState().status !== 'ready') return
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

  function rows(): readonly ScimActivityDay[] {
    const { hours, by } = store.getState()
    return activityBy(hours, by, { nowMs: core.clock.now(), timeZone })
  }
  /** Without the chart, which cannot be read aloud. */
  function sentences(): readonly string[] {
    const busy = rows().filter(({ requests }) => requests > 0)
    return busy.toReversed().map((row) => words.say('scimActivity.one', { ...row, at: shownTime(row.at) }))
  }
  const total = () => words.say(`scimActivity.total.${store.getState().by}`, activityTotal(rows()))

  function lines(): readonly string[] {
    const { dialogWidth: width } = app.layout()
    const all = rows()
    if (all.every(({ requests }) => requests === 0)) return [total()]
    const chart = chartLines(
      all.map(({ requests }) => requests),
      { width, isAscii: app.glyphs.border === 'classic' },
    )
    return [total(), '', ...chart, '', ...sentences()]
  }

  const open = () => app.openDialog(dialog())
  const dialog = () => {
    const other = store.getState().by === 'day' ? 'hour' : 'day'
    const drawn = textDialog(app, {
      title: words.say('scimActivity.title'),
      lines,
      more: [
        {
          id: 'scim.by',
          keys: ['b'],
          label: words.say(`scimActivity.by.${other}`),
          run: () => {
            store.showBy(other)
            open()
          },
        },
      ],
    })
    return { ...drawn, spoken: () => [total(), ...sentences()] }
  }
  open()
}

/** A day as it is; an hour in the time of the terminal. */
const shownTime = (at: string): string => {
  if (!at.includes('T')) return at
  const time = new Date(at)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:00`
}
