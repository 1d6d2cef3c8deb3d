/** Of what crosses the wire, as `/openapi.json` and the Model Context Protocol tell it. */
export const contractVersion = '2.0.0'
