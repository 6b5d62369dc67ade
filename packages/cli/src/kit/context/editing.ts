import { createFeedback, type Editor, type EditorParts, type SaveRefusal } from '@portico/core'

import { CommandFailure, fail } from '../errors/failure.ts'
import { failureOf } from '../errors/problem-failure.ts'
import type { CommandContext, Server } from './context.ts'

/** The parts that core's editors need, over a command's server; a function opens it for the first call. */
export async function editorParts(
  server: Server | (() => Promise<Server>),
  context: CommandContext,
): Promise<EditorParts> {
  const words = await context.words()
  type Call = EditorParts['client']['call']
  const call: Call = async (endpoint, ...[args]) =>
    (typeof server === 'function' ? await server() : server).attempt(endpoint, (args ?? {}) as never)
  return {
    client: { call },
    feedback: createFeedback(context.clock),
    words: () => words,
    randomId: context.randomId,
  }
}

/** Saves and returns the stored version; a failure ends the command. */
export async function saveOrFail<Form, Stored>(editor: Editor<Form, Stored>): Promise<Stored> {
  const outcome = await editor.save()
  if (!outcome.ok && 'refusal' in outcome) return failRefused(outcome.refusal)
  if (!outcome.ok) throw new CommandFailure(failureOf(outcome.problem))
  const { stored } = editor.getState()
  if (stored === undefined) throw new TypeError('A save has no result.')
  return stored
}

/** Fails if the editor has changes that it would not save, before a dry run prints them. */
export function requireSavable(editor: Pick<Editor<unknown, unknown>, 'hasChanges' | 'saveRefusal'>): void {
  const refusal = editor.hasChanges() ? editor.saveRefusal() : undefined
  if (refusal !== undefined) failRefused(refusal)
}

/** The same kind of failure for every noun: what is read-only is forbidden, as where the server refuses the change. */
export function failRefused({ why, message }: SaveRefusal): never {
  return fail(why === 'readonly' ? 'forbidden' : 'validation', message)
}
