import {
  createServiceAccount,
  dependencyText,
  saveDependencies,
  serviceAccountList,
  shellQuoted,
  type ListedServiceAccount,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail, type Failure, type FailureKind } from '../../../kit/errors/failure.ts'
import { planned, printDryRun, type Planned } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { rememberReads } from '../bulk/memo.ts'
import { bulkNoun, type BulkRow } from '../bulk/noun.ts'
import { checkRows, failureOf, prepareRow, type Ready } from '../bulk/prepare.ts'
import { startProgress } from '../bulk/progress.ts'
import { readRowFile, type FileRow } from '../bulk/read-rows.ts'
import { missingOf, nameTaken, sendRow, type Sending } from '../bulk/send-row.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & {
  file: string
  name?: string
  key1?: string
  key2?: string
  makeKey?: string
  app?: readonly string[]
}

const atOnce = 16

/** Creates the accounts a file describes, several at a time. A repeated run continues an interrupted one. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings, clock } = context
  const plan = planOutput(bulkNoun, options, { io, configured: settings.get('output') })
  if ([options.name, options.key1, options.key2, options.makeKey, options.app].some((flag) => flag !== undefined))
    fail('usage', 'With --file, the file says names, keys and applications.', { hint: 'portico help topics bulk' })
  const file = await readRowFile(options.file, io)
  const { keyed, refused } = await checkRows(file, context)
  const outcomes: BulkRow[] = []
  const kinds = new Set<FailureKind>()
  const refuse = (row: FileRow, failure: Failure) => {
    kinds.add(failure.kind)
    outcomes.push(failedRow(row, failure))
  }
  for (const { row, failure } of refused) refuse(row, failure)
  if (keyed.length > 0) {
    const server = rememberReads(await context.server())
    const { id: envId } = await currentEnvironment(server, context)
    const ready: Ready[] = []
    await several(keyed, async (one) => {
      const failure = await failureOf(async () => void ready.push(await prepareRow(one, server, envId, context)))
      if (failure !== undefined) refuse(one.row, failure)
    })
    const present = new Map(
      (await readRows(server, serviceAccountList, { scope: envId, filter: { include: 'dependencies' } })).map(
        (account) => [account.name, account],
      ),
    )
    if (options.dryRun) {
      const planOf = ready.map((one) => ({
        ...one,
        requests: plannedRow(one, present.get(one.body.name), envId, refuse),
      }))
      const making = planOf.filter(({ requests }) => requests.length > 0)
      const changes = making.map(({ body, wanted }) => ({
        field: body.name,
        from: null,
        to: wanted.map(dependencyText),
      }))
      printDryRun(
        making.flatMap(({ requests }) => requests),
        changes,
        io,
        plan.format === 'json',
      )
      return concludePlan(inOrder(outcomes), file.rows.length, kinds)
    }
    const run = context.randomId()
    const sending: Sending = {
      server,
      envId,
      present,
      idempotencyKey: ({ row }) => `${run}-${row.row}`,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }
    const progress = startProgress(ready.length, io, () => clock.now())
    const signal = context.takeSignal?.()
    const begun = new Set<FileRow>()
    const work = several(ready, async (one) => {
      if (signal?.received !== undefined) return
      begun.add(one.row)
      const failure = await failureOf(async () => {
        const { row, name } = one.row
        outcomes.push({ row, name, ...(await sendRow(one, sending)), errorID: null, message: null })
      })
      if (failure !== undefined) refuse(one.row, failure)
      progress.step(failure !== undefined)
    })
    const stoppedBy = await Promise.race([work, ...(signal === undefined ? [] : [signal.arrived])])
    signal?.release()
    progress.end()
    if (stoppedBy !== undefined) {
      work.catch(() => undefined)
      const rows = inOrder(outcomes)
      await printRows(plan, rows, context)
      const underWay = [...begun].filter(({ row }) => !rows.some((one) => one.row === row)).length
      return stopped(stoppedBy, rows, underWay, context)
    }
  }
  const rows = inOrder(outcomes)
  // People get a count, programs get every row.
  const isTable = plan.format === 'table' || plan.format === 'wide'
  const shown = isTable ? rows.filter((row) => row.status === 'failed') : rows
  if (!isTable || shown.length > 0) await printRows(plan, shown, context)
  conclude(rows, kinds, context)
}

function conclude(rows: readonly BulkRow[], kinds: ReadonlySet<FailureKind>, { say }: CommandContext): void {
  const count = (status: BulkRow['status']) => rows.filter((row) => row.status === status).length
  const [created, present, failed] = [count('created'), count('present'), count('failed')]
  const sentence = phrase`${created} created, ${present} there already, ${failed} failed.`
  if (failed === 0) return say(sentence)
  const details = rows
    .filter((row) => row.status === 'failed')
    .slice(0, 20)
    .map((row) => ({ errorID: row.errorID ?? '', errorMessage: `Row ${row.row}: ${row.message ?? ''}` }))
  if (failed < rows.length)
    return fail(
      'partly-failed',
      phrase`${sentence} Correct the rows that failed and run the same command again: what exists already is not changed.`,
      { errorID: 'PARTLY_FAILED', details },
    )
  // If the file is valid, the exit code names the actual failure.
  const [kind = 'validation'] = [...kinds].filter((one) => one !== 'validation')
  return fail(kind, phrase`Nothing was created: ${sentence}`, {
    errorID: 'NOTHING_CREATED',
    details,
  })
}

const inOrder = (rows: readonly BulkRow[]) => rows.toSorted((left, right) => left.row - right.row)

/** What was created before a signal, and the command that continues. */
function stopped(
  kind: 'interrupted' | 'terminated',
  rows: readonly BulkRow[],
  underWay: number,
  context: CommandContext,
) {
  const created = rows.filter(({ status }) => status === 'created').length
  const hint = ['portico', ...(context.running?.argv.slice(2) ?? [])].map(shellQuoted).join(' ')
  return fail(
    kind,
    phrase`Stopped: ${created} created, ${underWay} under way. Run the same command again: what is there already is not touched.`,
    { errorID: 'STOPPED', hint },
  )
}

/** The requests of one row; none where the account is there already. */
function plannedRow(
  ready: Ready,
  account: ListedServiceAccount | undefined,
  envId: string,
  refuse: (row: FileRow, failure: Failure) => void,
): Planned[] {
  const { body, wanted, row } = ready
  const missing = missingOf(ready, account)
  if (missing === 'taken') refuse(row, nameTaken)
  const dependencies = wanted.map(({ appId, name }) => ({ appId, name }))
  const grant = planned(saveDependencies, { envId, id: account?.id ?? '(new)' }, { dependencies })
  return [
    ...(missing === 'all' ? [planned(createServiceAccount, { envId }, body)] : []),
    ...((missing === 'all' && wanted.length > 0) || missing === 'applications' ? [grant] : []),
  ]
}

/** A dry run of rows of which some are not valid ends as the run would. */
function concludePlan(refused: readonly BulkRow[], total: number, kinds: ReadonlySet<FailureKind>): void {
  if (refused.length === 0) return
  const details = refused.map((row) => ({
    errorID: row.errorID ?? '',
    errorMessage: `Row ${row.row}: ${row.message ?? ''}`,
  }))
  const kind =
    refused.length < total ? 'partly-failed' : ([...kinds].find((one) => one !== 'validation') ?? 'validation')
  fail(kind, phrase`${refused.length} rows would fail.`, { errorID: 'PARTLY_FAILED', details })
}

function failedRow({ row, name }: FileRow, failure: Failure): BulkRow {
  const details = (failure.details ?? []).map((detail) => detail.errorMessage).filter((message) => message !== '')
  const message = details.length === 0 ? failure.message : details.join(' ')
  const errorID = failure.details?.[0]?.errorID ?? failure.errorID ?? null
  return { row, name, status: 'failed', id: null, errorID, message }
}

/** Runs the work for every item with limited concurrency. */
async function several<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
