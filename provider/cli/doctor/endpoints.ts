/** The calls that this version makes, as the service's description spells them. */
export const knownEndpoints: readonly (readonly [method: string, path: string])[] = [
  ["get", "/api/v1/clients"],
  ["get", "/api/v1/clients/{id}"],
  ["get", "/api/v1/clients/{id}/groups"],
  ["get", "/api/v1/clients/{id}/hosts"],
  ["get", "/api/v1/hosts"],
  ["post", "/api/v1/hosts"],
  ["get", "/api/v1/hosts/{id}"],
  ["post", "/api/v1/hosts/{id}"],
  ["get", "/api/v1/hosts/{id}/deploy"],
  ["post", "/api/v1/hosts/{id}/deploy"],
  ["delete", "/api/v1/hosts/{id}/deploy"],
  ["get", "/api/v1/hosts/{id}/credentials"],
  ["get", "/api/v1/groups"],
  ["get", "/api/v1/groups/{id}"],
  ["post", "/api/v1/groups/{id}"],
];
