/**
 * Known fields that change nothing at Claude's, by their path (`[]` for any place of a list), and why
 * nobody has to hear of it. Everything else that is left out earns a warning.
 */
export const inertFields: Readonly<Record<string, string>> = {
  metadata: 'labels of stored completions; a user id in it is read',
  prompt_cache_key: 'Claude finds its cache by the prefix itself',
  'stream_options.include_obfuscation': 'nothing is added to hide the length of pieces',
  'messages.[].name': 'of an assistant or a tool: the role says as much',
  'messages.[].annotations': 'what an answer was annotated with is no part of what was said',
  'messages.[].reasoning': 'not signed: it was for reading',
  'messages.[].reasoning_content': 'not signed: it was for reading',
  'messages.[].tool_calls.[].type': 'the member beside it tells the kind',
  'messages.[].content.[].image_url.detail': 'Claude looks at every image as closely as it can',
  'reasoning.summary': 'Claude’s reasoning always comes as a summary',
  'tools.[].function.parameters.required': 'as a boolean, which draft 3 has for properties',
  'functions.[].parameters.required': 'as a boolean, which draft 3 has for properties',
  'tools.[].input_schema.required': 'as a boolean, which draft 3 has for properties',
  'response_format.json_schema.name': 'a label; checked, as OpenAI does',
  'response_format.json_schema.strict': 'Claude keeps to every schema it is given',
  'web_search_options.user_location.type': 'there is one type',
};
