import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** The folders of provider/, innermost last: each may import only those behind it, and the first three not each other. */
const layers = ["plugin", "dynamic", "cli", "runtime", "functions", "resource", "deploy", "config", "api"];
const entrances = layers.slice(0, 3);

const arrows = layers.map((layer, index) => {
  const outer = entrances.includes(layer) ? entrances : layers.slice(0, index);
  const folders = outer.filter((other) => other !== layer).map((other) => `**/${other}/**`);
  const group = [...folders, "**/sdk/**", ...foreign(layer)];
  const message = "Imports point inward: see ARCHITECTURE.md.";
  return {
    files: [`provider/${layer}/**`],
    rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
  };
});

/** Libraries that only the outer folders know, and the one that only the innermost does. */
function foreign(layer) {
  if (layer === "plugin" || layer === "dynamic" || layer === "runtime") return ["undici"];
  return layer === "api" ? ["@pulumi/*"] : ["@pulumi/*", "undici"];
}

export default tseslint.config(
  { ignores: ["dist/", "release/", "coverage/", "node_modules/"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: ["eslint.config.mjs", "jest.config.js"],
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
  ...arrows,
  {
    files: ["test/emulator/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: ["**/provider/**", "**/sdk/**"],
              message: "The emulator is written from the reference alone.",
            },
          ],
        },
      ],
    },
  },
);
