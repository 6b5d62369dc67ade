import { selectRows, type Clock } from '@portico/core'

import { fail } from '../errors/failure.ts'
import type { Io } from '../io/io.ts'
import type { Phrases } from '../phrases/phrases.ts'
import type { OutputPlan } from './plan.ts'
import { safeText } from '../io/neutralise.ts'
import { emptyText, jsonOf, printRows } from './print.ts'
import { tableText } from './table.ts'

type Ports = { readonly io: Io; readonly clock: Clock; readonly phrases?: Phrases | undefined }

export type Listing<Row> = {
  readonly plan: OutputPlan<Row>
  readonly read: () => Promise<readonly Row[]>
  readonly idOf: (row: Row) => string
  /** Rows printed at most. */
  readonly most?: number | undefined
  /** `--watch`: true, or seconds from the end of one reading to the next. */
  readonly watch?: string | boolean | undefined
  /** Resolves after this many milliseconds; false ends the watch, for tests. */
  readonly wait?: ((ms: number) => Promise<boolean>) | undefined
}

const secondsDefault = 2

/** Prints a list once, or repeatedly until the process is interrupted. */
export async function printList<Row>(listing: Listing<Row>, ports: Ports): Promise<void> {
  const { plan, read, watch } = listing
  const secondsGiven = typeof watch === 'string' && watch !== '' ? Number(watch) : secondsDefault
  if (watch === undefined || watch === false) return printRows(plan, cut(await read(), listing), ports)
  if (!(secondsGiven >= 1 && secondsGiven <= 3600)) fail('usage', '--watch takes seconds from 1 to 3600.')
  const isTable = plan.format === 'table' || plan.format === 'wide'
  const isPiped = !ports.io.stdout.isTTY
  if (plan.jq !== undefined || ['yaml', 'csv', 'name'].includes(plan.format))
    fail('usage', '--watch prints a table, or JSON lines.', { hint: `portico ${plan.noun.name} list --watch --json` })
  const print = isTable && !isPiped ? redraw(listing, ports) : changes(listing, ports)
  const wait = listing.wait ?? ((ms) => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), ms)))
  do print(selectRows(cut(await read(), listing), plan))
  while (await wait(secondsGiven * 1000))
}

/** Redraws the table from the top and clears the rest of the screen. */
function redraw<Row>({ plan }: Listing<Row>, ports: Ports): (rows: readonly Row[]) => void {
  const { io } = ports
  return (rows) => {
    const text =
      rows.length === 0
        ? `${emptyText(plan.noun.labelPlural, ports.phrases)}\n`
        : tableText(plan.fields, rows, ports, plan.headers, plan.format === 'wide')
    io.stdout.write(io.accessible ? `${text}\n` : `\u001b[H\u001b[2J${text}`)
  }
}

/**
 * One JSON object per line: `{"change":"added","row":{…}}`, later also `changed` and `removed`. The first reading reports
 * every row as added.
 */
function changes<Row>({ plan, idOf }: Listing<Row>, { io }: Ports): (rows: readonly Row[]) => void {
  let before = new Map<string, string>()
  return (rows) => {
    const now = new Map(rows.map((row) => [idOf(row), JSON.stringify(jsonOf(plan, row))]))
    const lines: string[] = []
    for (const [id, row] of now)
      if (before.get(id) !== row) lines.push(`{"change":"${before.has(id) ? 'changed' : 'added'}","row":${row}}\n`)
    for (const [id, row] of before) if (!now.has(id)) lines.push(`{"change":"removed","row":${row}}\n`)
    before = now
    if (lines.length > 0) io.stdout.write(safeText(lines.join(''), io))
  }
}

function cut<Row>(rows: readonly Row[], { plan, most = Infinity }: Listing<Row>): readonly Row[] {
  return most === Infinity ? rows : selectRows(rows, plan).slice(0, most)
}
