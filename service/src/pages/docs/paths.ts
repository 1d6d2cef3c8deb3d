/** Where the pages of the reference are. */
export const docsPath = '/docs'
export const problemsPath = `${docsPath}/problemas`
export const documentsPath = `${docsPath}/documentos`
export const statesPath = `${docsPath}/estados`
export const featuresPath = `${docsPath}/adicionais`
export const operationPath = (id: string): string => `${docsPath}/operacoes/${id}`
export const referenceIndexPath = `${docsPath}/busca.json`
export const referenceScriptPath = `${docsPath}/referencia.js`
