import type { ReactNode } from 'react'
import type { Tone } from './notice.tsx'

/** A state in a word or two. Its colour says nothing that the word does not. */
export const Mark = ({ tone, children }: { readonly tone: Tone | 'quiet'; readonly children: ReactNode }) => (
  <span className={`mark ${tone}`}>{children}</span>
)
