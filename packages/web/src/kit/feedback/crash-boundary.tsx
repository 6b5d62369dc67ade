import { Component, type ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { ChunkLoadError } from '../ports/load-chunk.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from './notice.tsx'

type State = { readonly error: unknown }

/** The render crash fallback of spec section 8; a chunk that did not load has separate sentences. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Nothing was thrown.') }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <CrashScreen isChunk={this.state.error instanceof ChunkLoadError} />
  }
}

function CrashScreen({ isChunk }: { isChunk: boolean }) {
  const words = useWords()
  return (
    <Notice
      mark="!"
      title={words.say(isChunk ? 'error.chunk.title' : 'error.crash.title')}
      actions={
        <Button look="primary" onClick={() => window.location.reload()}>
          {words.say('error.reload')}
        </Button>
      }
    >
      <p>{words.say(isChunk ? 'error.chunk.message' : 'error.crash.message')}</p>
    </Notice>
  )
}
