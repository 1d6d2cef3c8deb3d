import { copiedAt, coverage, group, leaf, SectionError } from '../leaves.ts'

/** What a bureau makes of a person or company in one number. We pass it on as it came, and make none ourselves. */
export const Score = group({
  score: leaf.count({
    pt: 'Pontuação; ausente quando o birô não a calculou, e reason diz por quê.',
    en: 'The score; absent where the bureau made none, and reason says why.',
  }),
  model: leaf.text({ pt: 'Modelo que a calculou.', en: 'The model that made it.' }),
  range: leaf.text({ pt: 'Faixa em que ela está.', en: 'The range it lies in.' }),
  rate: leaf.percent({
    pt: 'Probabilidade de inadimplência segundo o modelo, em %.',
    en: 'Likelihood of default by the model, in %.',
  }),
  reason: leaf.text({
    pt: 'Por que não há pontuação, nas palavras do birô.',
    en: "Why there is no score, in the bureau's words.",
  }),
  coverage,
  copiedAt,
  error: SectionError,
})
