/** The id of the field in which one writes in the chat: a page has one. */
export const COMPOSER_ID = 'chat-message'
