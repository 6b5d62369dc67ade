import { describe, expect, it, vi } from 'vitest'

import type { Outcome } from '../http/client.ts'
import { createWords } from '../words/words.ts'
import { englishMessages } from '../words/compiled/english.ts'
import { createUploadForm } from './upload-form.ts'

const words = createWords('en', englishMessages)
const taken = { publicKey: 'key', notAfter: undefined, certificate: undefined }

/** Each request waits until the test answers it. */
function open() {
  const answers: ((outcome: Outcome<unknown>) => void)[] = []
  const call = vi.fn(() => new Promise((resolve) => answers.push(resolve)))
  const onTaken = vi.fn()
  const report = vi.fn()
  const parts = { client: { call: call as never }, feedback: { report }, words: () => words }
  return { upload: createUploadForm(parts, onTaken), call, onTaken, report, answers }
}

const file = (text: string) => new File([text], 'key.pem')

describe('an upload', () => {
  it('sends no private key', async () => {
    const { upload, call, onTaken } = open()
    upload.choose(file('-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n'))
    expect(await upload.take()).toBe(false)
    expect(upload.getState().problem).toBe(words.say('FILE_PRIVATE'))
    expect(call).not.toHaveBeenCalled()
    expect(onTaken).not.toHaveBeenCalled()
  })

  it('sends no empty file, and says that it is empty', async () => {
    const { upload, call } = open()
    upload.choose(file(''))
    expect(await upload.take()).toBe(false)
    expect(upload.getState().problem).toBe('This file is empty. Choose another one.')
    upload.choose(undefined)
    expect(await upload.take()).toBe(false)
    expect(upload.getState().problem).toBe('Choose a file first.')
    expect(call).not.toHaveBeenCalled()
  })

  it('says what is wrong with the file rather than with the request', async () => {
    const { upload, answers, call } = open()
    upload.choose(file('noise'))
    const done = upload.take()
    await vi.waitFor(() => expect(call).toHaveBeenCalled())
    const details = [{ errorID: 'FILE_UNREADABLE', errorMessage: 'There is no key in it.', fieldID: 'file' }]
    const problem = { kind: 'expected', status: 400, errorID: 'INVALID_REQUEST', errorMessage: 'Not valid.', details }
    answers[0]?.({ ok: false, problem } as never)
    expect(await done).toBe(false)
    expect(upload.getState().problem).toBe('There is no key in it.')
    upload.choose(file('other'))
    expect(upload.getState().problem).toBeUndefined()
  })

  it('takes nothing from a file in whose place another was chosen meanwhile', async () => {
    const { upload, answers, call, onTaken } = open()
    upload.choose(file('first'))
    const done = upload.take()
    await vi.waitFor(() => expect(call).toHaveBeenCalled())
    upload.choose(file('second'))
    answers[0]?.({ ok: true, value: taken })
    expect(await done).toBe(false)
    expect(onTaken).not.toHaveBeenCalled()
    expect(upload.getState().isReading).toBe(false)
  })

  it('reads once, however often it is asked meanwhile', async () => {
    const { upload, answers, call, onTaken } = open()
    upload.choose(file('key'))
    const done = upload.take()
    expect(await upload.take()).toBe(false)
    await vi.waitFor(() => expect(call).toHaveBeenCalled())
    answers[0]?.({ ok: true, value: taken })
    expect(await done).toBe(true)
    expect(call).toHaveBeenCalledOnce()
    expect(onTaken).toHaveBeenCalledExactlyOnceWith({ ok: true, ...taken })
  })

  it('reports an ended session and blames no file for it', async () => {
    const { upload, answers, call, report } = open()
    upload.choose(file('key'))
    const done = upload.take()
    await vi.waitFor(() => expect(call).toHaveBeenCalled())
    answers[0]?.({ ok: false, problem: { kind: 'session-ended', errorMessage: 'Sign in.' } } as never)
    expect(await done).toBe(false)
    expect(report).toHaveBeenCalledOnce()
    expect(upload.getState().problem).toBeUndefined()
  })
})
