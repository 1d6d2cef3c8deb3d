import { type FeatureCode, features, type Product, products } from '@lastro/contract/reports/products.ts'
import { type SectionId, sectionName } from '@lastro/contract/reports/sections.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../../drawing/html.ts'
import { table } from '../../drawing/table.ts'
import { pageTexts } from '../page-texts.ts'

const featureCodes = Object.keys(features) as readonly FeatureCode[]

/** What a query may add, and which report takes it for which document. */
export const featureTables = (language: Language): Html => html`
<h1 id="feature-table">${pageTexts.features[language]}</h1>
<p class="lede">${prose(pageTexts.featuresIntro[language])}</p>
${table({
  label: pageTexts.features[language],
  columns: [pageTexts.code[language], pageTexts.featureAdds[language], pageTexts.featureSections[language]],
  rows: featureCodes.map((code) => [
    html`<code>${code}</code>`,
    html`<strong>${features[code].name[language]}.</strong> ${prose(features[code].description[language])}`,
    features[code].adds.map((id) => html`<code>${sectionName(id)}</code> `),
  ]),
})}
<h2>${pageTexts.featureProducts[language]}</h2>
<p>${prose(pageTexts.featureProductsIntro[language])}</p>
${table({
  label: pageTexts.featureProducts[language],
  columns: [pageTexts.code[language], ...products.map((product) => product.name[language])],
  rows: featureCodes.map((code) => [
    html`<code>${code}</code>`,
    ...products.map((product) => accepted(product, code, language)),
  ]),
})}`

function accepted(product: Product, code: FeatureCode, language: Language): Html {
  const documentTypes = product.features[code]
  if (documentTypes !== undefined) return html`${documentTypes.join(', ')}`
  const why = isIncluded(product, code) ? pageTexts.included : pageTexts.notOffered
  return html`<span class="meta">${why[language]}</span>`
}

/** A report that always shows what a feature adds does not sell it. */
function isIncluded(product: Product, code: FeatureCode): boolean {
  const adds: readonly SectionId[] = features[code].adds
  return adds.length > 0 && adds.every((id) => product.sections.includes(id))
}
