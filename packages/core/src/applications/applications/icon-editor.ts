import { createStore, type StoreApi } from 'zustand/vanilla'

import type { EditorParts } from '../../kit/editing/noun.ts'
import { createFileForm, sentenceOf, type UploadForm } from '../../kit/editing/file-form.ts'
import type { Outcome } from '../../kit/http/client.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { iconBytesMax } from '../../kit/limits.ts'
import { listOf } from '../../kit/lists/list.ts'
import type { Application } from './contract.ts'
import { linkApplicationIcon, putApplicationIcon, removeApplicationIcon } from './icon-contract.ts'
import { applicationList } from './list.ts'

export type IconState = {
  /** Its path on the server; undefined: the application has none. */
  readonly icon: string | undefined
  readonly isRemoving: boolean
}

/** The address from which the server takes an icon. */
export type LinkForm = StoreApi<{
  readonly url: string
  readonly problem: string | undefined
  readonly isReading: boolean
}> & {
  setUrl(url: string): void
  /** Whether the server took the image. */
  take(): Promise<boolean>
}

export type IconEditor = StoreApi<IconState> & {
  /** A file whose image becomes the icon. */
  upload(): UploadForm
  link(): LinkForm
  /** Whether the application has no icon now. */
  remove(): Promise<boolean>
}

type Parts = EditorParts & { readonly lazily: Lazily }
type Target = { readonly envId: string; readonly application: Application }

/** The icon of an application. Each change takes effect at once: an image is chosen, not edited. */
export function createIconEditor(parts: Parts, { envId, application }: Target): IconEditor {
  const { client, feedback, words } = parts
  const params = { envId, appId: application.id }
  const list = listOf(parts, applicationList)
  const store = createStore<IconState>(() => ({ icon: application.icon, isRemoving: false }))

  function show(icon: string | undefined): void {
    store.setState({ icon })
    const row = list.getState().held?.find(({ id }) => id === application.id)
    if (row !== undefined) list.replace({ ...row, icon })
    const sentence = icon === undefined ? 'application.iconRemoved' : 'application.iconSaved'
    feedback.openSuccess(words().say(sentence, { name: application.label }))
  }

  return {
    ...store,
    upload: () =>
      createFileForm(parts, {
        async read(file) {
          if (file.size > iconBytesMax) return { ok: false, errorID: 'ICON_TOO_LARGE' }
          return client.call(putApplicationIcon, { params, body: { file } })
        },
        taken: ({ icon }) => show(icon),
      }),
    link: () => createLinkForm(parts, (url) => client.call(linkApplicationIcon, { params, body: { url } }), show),
    async remove() {
      if (store.getState().isRemoving) return false
      feedback.clear()
      store.setState({ isRemoving: true })
      const answer = await client.call(removeApplicationIcon, { params })
      store.setState({ isRemoving: false })
      if (answer.ok) show(undefined)
      else feedback.report(answer.problem)
      return answer.ok
    },
  }
}

function createLinkForm(
  { feedback, words }: Pick<Parts, 'feedback' | 'words'>,
  send: (url: string) => Promise<Outcome<{ readonly icon: string }>>,
  taken: (icon: string) => void,
): LinkForm {
  const store = createStore<ReturnType<LinkForm['getState']>>(() => ({ url: '', problem: undefined, isReading: false }))
  return {
    ...store,
    setUrl: (url) => store.setState({ url, problem: undefined }),
    async take() {
      const { url, isReading } = store.getState()
      if (isReading) return false
      const [violation] = violationsOf(linkApplicationIcon.body, { url })
      if (violation !== undefined) {
        store.setState({ problem: words().find(violation.errorID) ?? violation.errorID })
        return false
      }
      store.setState({ isReading: true, problem: undefined })
      const answer = await send(url.trim())
      store.setState({ isReading: false })
      if (answer.ok) taken(answer.value.icon)
      else if (answer.problem.kind === 'session-ended') feedback.report(answer.problem)
      else store.setState({ problem: sentenceOf(answer.problem) })
      return answer.ok
    },
  }
}
