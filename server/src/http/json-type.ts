/** The media type of replies. */
export const JSON_TYPE = 'application/json; charset=utf-8'
