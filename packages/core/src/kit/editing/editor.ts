import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../feedback/store.ts'
import type { Outcome } from '../http/client.ts'
import type { Problem } from '../http/problem.ts'
import type { Violation } from '../http/violations.ts'
import type { Guard } from '../navigation/leave-blocker.ts'
import type { EditedNoun, EditorOptions, EditorParts } from './noun.ts'
import { saveRefusalOf } from './save-refusal.ts'
import type { EditorChange, EditorState, Entry, SaveOutcome, SaveRefusal } from './state.ts'
import { createViolations } from './violations.ts'

/** One object being created or edited. Every face draws this and calls this, and leaves all decisions to it. */
export type Editor<Form, Stored> = StoreApi<EditorState<Form, Stored>> & {
  /** Has the problems of calls; a face that draws the editor watches it too. */
  readonly feedback: Feedback
  /** For the leave blocker. */
  readonly guard: Guard
  /** Reads what is stored. Values already typed are kept on top. */
  load(): Promise<void>
  /** Takes over an object that was read elsewhere. */
  open(stored: Stored, etag: string | undefined): void
  hasChanges(): boolean
  violations(): readonly Violation[]
  /** The server's problem with a field, otherwise its violation once the field was visited; as a sentence. */
  problemOf(field: string): string | undefined
  visit(field: string): void
  /** Shows every violation from here on. */
  visitAll(): void
  /** Clears the server's problem with a field: it was about the previous value. */
  touch(field: string): void
  /** What is typed beside an Add button; undefined once the field is empty. */
  enter(field: string, entry: Entry | undefined): void
  /** Adds what was entered, as its Add button does; false if something is wrong with it, which is then in the entry. */
  addEntry(field: string): Promise<boolean>
  saveRefusal(): SaveRefusal | undefined
  /** Adds every entry, then saves; only one save runs at a time. A failure is in `conflict` or in the feedback. */
  save(): Promise<SaveOutcome>
  discard(): void
  /** true if it is deleted. */
  remove(): Promise<boolean>
  /** After a stale save: the newer version, with what was typed on top. false: it could not be read. */
  readAgain(): Promise<boolean>
  /** The same without a note, after another call changed what is stored. */
  refresh(): Promise<boolean>
  readonly canBecomeNew: boolean
  /** The idempotency key with which it will be created. */
  creationKey(): string
  /** After a concurrent deletion: creates a new object with what was typed. */
  becomeNew(): void
  /** Continues editing with the conflict unresolved. */
  dismissConflict(): void
  changes(): readonly EditorChange[]
  command(): string
  /** What was typed, with the entries added, without secrets, to keep while the person signs in again; and the way back. */
  typed(): unknown
  retype(content: unknown): void
}

export function createEditor<Form, Stored>(
  { feedback, words, randomId }: EditorParts,
  noun: EditedNoun<Form, Stored>,
  { id, lock, retry }: EditorOptions & { readonly id: string | undefined },
): Editor<Form, Stored> {
  const { form } = noun
  const store = createStore<EditorState<Form, Stored>>(() => ({
    status: id === undefined ? 'ready' : 'loading',
    form: form.getState(),
    stored: undefined,
    id,
    etag: undefined,
    busy: undefined,
    conflict: undefined,
    visited: [],
    entries: {},
    note: undefined,
  }))
  form.subscribe((next) => store.setState({ form: next }))
  const fieldOf = noun.fieldOf ?? ((fieldID: string) => fieldID)
  const violations = createViolations(noun.violationsOf)
  const found = () => violations.of(store.getState().form)
  const sentenceOf = ({ errorID }: Violation) => words().find(errorID) ?? errorID
  const isChanged = () => noun.isChanged(form.getState())
  let idempotencyKey = randomId()
  let isCreation = id === undefined

  function take(stored: Stored, etag: string | undefined): void {
    if (isChanged()) form.readAgain(stored)
    else form.saved(stored)
    store.setState({ status: 'ready', stored, etag, id: noun.idOf(stored) })
  }

  async function load(): Promise<void> {
    const { id: known, busy } = store.getState()
    if (known === undefined || busy !== undefined) return
    const answer = await noun.read(known)
    if (answer.ok) return take(answer.value, answer.etag)
    if (!isNotFound(answer.problem)) {
      feedback.reportLoad(answer.problem)
      return store.setState({ status: 'failed' })
    }
    // A deletion does not discard what was typed.
    store.setState(isChanged() ? { conflict: 'gone' } : { status: 'not-found' })
  }

  function enter(field: string, entry: Entry | undefined): void {
    store.setState(({ entries: { [field]: _, ...others } }) => ({
      entries: entry === undefined ? others : { ...others, [field]: entry },
    }))
  }

  async function addEntry(field: string): Promise<boolean> {
    const entry = store.getState().entries[field]
    const problem = await entry?.add()
    // What was typed meanwhile stays.
    if (store.getState().entries[field] !== entry) return false
    enter(field, entry && problem !== undefined ? { ...entry, problem } : undefined)
    return problem === undefined
  }

  async function addEntries(): Promise<void> {
    for (const field of Object.keys(store.getState().entries)) await addEntry(field)
  }

  function saveRefusal(): SaveRefusal | undefined {
    const { status, busy, id: known, entries } = store.getState()
    const entered = Object.values(entries)
    return saveRefusalOf({
      status,
      busy,
      locked: lock?.() ?? (noun.isReadonly?.() ? words().say('form.readonly') : undefined),
      entries,
      violations: found().filter(({ fieldID }) => !entered.some(({ completes }) => completes === fieldID)),
      isUnchanged: known !== undefined && entered.length === 0 && !isChanged(),
      say: words().say,
      sentenceOf: (violation) => {
        const label = noun.labelOf?.(violation.fieldID)
        return label === undefined ? sentenceOf(violation) : `${label}: ${sentenceOf(violation)}`
      },
    })
  }

  async function save(): Promise<SaveOutcome> {
    if (saveRefusal() === undefined && Object.keys(store.getState().entries).length > 0)
      await alone('saving', addEntries)
    const refusal = saveRefusal()
    if (refusal !== undefined) {
      if (refusal.why === 'invalid') store.setState({ visited: 'all' })
      return { ok: false, refusal }
    }
    store.setState({ note: undefined, conflict: undefined })
    feedback.clear()
    return alone('saving', send)
  }

  async function send(): Promise<SaveOutcome> {
    const { id: known, etag, stored } = store.getState()
    const sent = form.getState()
    const answer = await noun.save(sent, { id: known, etag, stored, idempotencyKey })
    if (!answer.ok) {
      if (answer.stored !== undefined) keep(answer.stored)
      notSaved(answer.problem)
      return { ok: false, problem: answer.problem }
    }
    // What was typed while the save ran is not saved, and stays.
    if (form.getState() === sent) form.saved(answer.value)
    else form.readAgain(answer.value, sent)
    store.setState({ stored: answer.value, etag: answer.etag, id: noun.idOf(answer.value), visited: [] })
    const created = isCreation
    isCreation = false
    const { created: added, updated } = noun.sentences
    const changed = typeof updated === 'string' ? updated : updated(answer.value)
    feedback.openSuccess(words().say(created ? added : changed))
    noun.afterSave?.()
    return { ok: true, created }
  }

  /** One call at a time: `busy` is set until the whole outcome is drawn. */
  async function alone<T>(busy: 'saving' | 'reading' | 'removing', work: () => Promise<T>): Promise<T> {
    store.setState({ busy })
    return work().finally(() => store.setState({ busy: undefined }))
  }

  /** A part was saved: a second try saves the rest, and creates nothing twice. */
  function keep({ value, etag }: { readonly value: Stored; readonly etag?: string | undefined }): void {
    form.readAgain(value)
    store.setState({ stored: value, etag, id: noun.idOf(value) })
  }

  function notSaved(problem: Problem): void {
    if (isStale(problem)) return store.setState({ conflict: 'stale' })
    if (isNotFound(problem) && store.getState().id !== undefined) return store.setState({ conflict: 'gone' })
    feedback.report(problem)
    feedback.offerRetry(retry ?? (() => void save()))
  }

  async function readNewer(): Promise<boolean> {
    const { id: known, busy } = store.getState()
    if (known === undefined || busy !== undefined) return false
    return alone('reading', () => readOnTop(known))
  }

  async function readOnTop(known: string): Promise<boolean> {
    const answer = await noun.read(known)
    if (answer.ok) {
      form.readAgain(answer.value)
      store.setState({ stored: answer.value, etag: answer.etag, conflict: undefined })
    } else if (isNotFound(answer.problem)) store.setState({ conflict: 'gone' })
    else feedback.reportLoad(answer.problem, 'form')
    return answer.ok
  }

  async function remove(): Promise<boolean> {
    const { id: known, busy } = store.getState()
    const call = noun.remove
    if (known === undefined || busy !== undefined || call === undefined) return false
    feedback.clear()
    return alone('removing', async () => removed(await call(known)))
  }

  function removed(answer: Outcome<unknown>): boolean {
    if (answer.ok) {
      form.discard()
      if (noun.sentences.removed !== undefined) feedback.openSuccess(words().say(noun.sentences.removed))
    } else if (isNotFound(answer.problem)) store.setState({ conflict: 'gone' })
    else feedback.report(answer.problem)
    return answer.ok
  }

  const hasChanges = () => {
    const { status, entries } = store.getState()
    return status === 'ready' && (isChanged() || Object.keys(entries).length > 0)
  }
  const discard = () => {
    form.discard()
    feedback.clearError()
    store.setState({ visited: [], entries: {}, note: undefined, conflict: undefined })
  }

  return {
    ...store,
    feedback,
    guard: { hasChanges, saveRefusal: () => saveRefusal()?.message, save: async () => (await save()).ok, discard },
    load,
    open: take,
    hasChanges,
    violations: found,
    problemOf(field) {
      const { expected } = feedback.getState()
      const told = expected?.details.find(({ fieldID }) => fieldID !== undefined && fieldOf(fieldID) === field)
      if (told !== undefined) return told.errorMessage
      const { visited } = store.getState()
      if (visited !== 'all' && !visited.includes(field)) return undefined
      const violation = found().find(({ fieldID }) => fieldID === field)
      return violation && sentenceOf(violation)
    },
    visit: (field) =>
      store.setState(({ visited }) =>
        visited === 'all' || visited.includes(field) ? {} : { visited: [...visited, field] },
      ),
    visitAll: () => store.setState({ visited: 'all' }),
    touch(field) {
      for (const { fieldID } of feedback.getState().expected?.details ?? [])
        if (fieldID !== undefined && fieldOf(fieldID) === field) feedback.removePartialError(fieldID)
    },
    enter,
    addEntry,
    saveRefusal,
    save,
    discard,
    remove,
    async readAgain() {
      const wasRead = await readNewer()
      if (wasRead) {
        feedback.clearError()
        store.setState({ note: 'stale.done' })
      }
      return wasRead
    },
    refresh: readNewer,
    canBecomeNew: form.becomeNew !== undefined,
    creationKey: () => idempotencyKey,
    becomeNew() {
      form.becomeNew?.()
      idempotencyKey = randomId()
      isCreation = true
      store.setState({ conflict: undefined, id: undefined, etag: undefined, stored: undefined })
    },
    dismissConflict: () => store.setState({ conflict: undefined }),
    changes: () => withEntries(noun.changesOf(store.getState().form, store.getState().id), store.getState().entries),
    command: () => noun.commandOf(store.getState().form, store.getState().id),
    typed() {
      // An entry is kept as added, if it can be added at once.
      for (const field of Object.keys(store.getState().entries)) void addEntry(field)
      return { content: noun.typedOf(form.getState()), idempotencyKey }
    },
    retype(kept) {
      const { content, idempotencyKey: before } = (kept ?? {}) as { content?: unknown; idempotencyKey?: unknown }
      // The creation that the person began: what was shown of it, such as addresses, stays true.
      if (isCreation && typeof before === 'string') idempotencyKey = before
      const note = noun.retype(content)
      if (note !== undefined) store.setState({ note })
    },
  }
}

/** The entries are changes too: Save adds them. */
function withEntries(changes: readonly EditorChange[], entries: Readonly<Record<string, Entry>>): EditorChange[] {
  const all = [...changes]
  for (const [field, { label, text, shown = text }] of Object.entries(entries)) {
    const at = all.findIndex((one) => one.field === field)
    const change = all[at] ?? { field, label, removed: [], added: [] }
    all.splice(at === -1 ? all.length : at, 1, { ...change, added: [...change.added, shown] })
  }
  return all
}

function isStale(problem: Problem): boolean {
  return problem.kind === 'expected' && problem.status === 412
}

function isNotFound(problem: Problem): boolean {
  return problem.kind === 'expected' && problem.status === 404
}
