import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** Doors may import inwards only: sdk, plugin, cli -> lifecycle -> api. */
const inwardOnly = (forbidden) => [
  "error",
  { patterns: [{ group: forbidden, message: "Arrows point inward: see ARCHITECTURE.md." }] },
];

export default tseslint.config(
  { ignores: ["dist/", "release/", "coverage/", "node_modules/"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: ["eslint.config.mjs", "jest.config.js", "jest.soak.config.js"],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // Runs into endless recursion on recursive types such as JsonValue.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["**/*.mjs", "**/*.js", "**/*.cjs"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        require: "readonly",
        module: "writable",
        __dirname: "readonly",
      },
    },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    files: ["provider/api/**"],
    rules: {
      "no-restricted-imports": inwardOnly([
        "**/lifecycle/**",
        "**/engine/**",
        "**/plugin/**",
        "**/cli/**",
        "**/sdk/**",
        "@pulumi/*",
      ]),
    },
  },
  {
    files: ["provider/lifecycle/**"],
    rules: {
      "no-restricted-imports": inwardOnly([
        "**/engine/**",
        "**/plugin/**",
        "**/cli/**",
        "**/sdk/**",
        "@pulumi/*",
        "undici",
      ]),
    },
  },
  {
    files: ["provider/cli/**"],
    rules: { "no-restricted-imports": inwardOnly(["**/plugin/**", "**/sdk/**", "@pulumi/*", "undici"]) },
  },
  {
    files: ["test/emulator/**"],
    rules: { "no-restricted-imports": inwardOnly(["**/provider/**", "**/sdk/**"]) },
  },
);
