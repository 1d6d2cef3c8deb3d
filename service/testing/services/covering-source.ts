import type { Coverage } from '@lastro/contract/reports/coverage.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SectionAnswer, Source } from '../../src/features/reports/source.ts'

type Cover = { readonly extent: Exclude<Coverage, 'none'>; readonly text: string | undefined }

/** A source whose coverage a test can change while the service runs. */
export function coveringSource() {
  const covers = new Map<SectionId, Cover>()
  let covered: ReadonlySet<SectionId> = new Set()
  const source: Source = {
    name: 'bureau',
    covers: () => covered,
    declares: (_, section) => {
      const cover = covers.get(section)
      return cover && { extent: cover.extent }
    },
    ask: ({ sections }) =>
      Object.fromEntries(sections.map((section) => [section, answerOf(covers.get(section))])),
  }
  return {
    source,
    /** Takes effect at once; without a text, nothing is on file. */
    cover: (section: SectionId, extent: Coverage, text?: string) => {
      if (extent === 'none') covers.delete(section)
      else covers.set(section, { extent, text })
      covered = new Set(covers.keys())
    },
  }
}

function answerOf(cover: Cover | undefined): SectionAnswer {
  if (cover === undefined) return { kind: 'uncovered' }
  const partial = cover.extent === 'partial' ? ({ isPartial: true } as const) : {}
  return cover.text === undefined
    ? { kind: 'nothing', ...partial }
    : { kind: 'found', text: cover.text, ...partial }
}
